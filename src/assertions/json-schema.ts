import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js';
import type { ValuePath } from '../diagnostic.ts';
import { pointerSegments } from '../values/json-pointer.ts';
import { isObject } from '../values/own-property.ts';
import { KEYWORDS, wordsOf } from './compared-keywords.ts';
import { flatten } from './flat-keywords.ts';
import { type Judgement, PASS } from './judgement.ts';
import { bareSegment, formatPath } from './path.ts';
import { stepsOfPattern } from './pattern-size.ts';
import type { Pattern } from './regex.ts';
import { emptySchema, endlessReference, ignoredKey, type SchemaFault } from './schema-faults.ts';
import { partsOf } from './schema-size.ts';
import { show } from './show.ts';
import { Steps, TooManySteps } from './steps.ts';

/** How many objects, lists and booleans a schema may contain. The largest schemas of real servers contain a few hundred. */
const MOST_PARTS = 10_000;

/** How many states all patterns of a schema may compile to. */
const MOST_STATES = 100_000;

/** How many steps one check may take: those of about a second. */
const MOST_STEPS = 100_000_000;

/** Checks a value against a schema, and says what is wrong with it. */
export type SchemaCheck = (value: unknown) => Judgement;

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Compiles the JSON Schema of a program, such as one that a tool carries. An unknown keyword asserts nothing, as the
 * standard says. An older dialect, which many servers still name, is read as the newer one. Otherwise as {@link
 * compileSchema}.
 * @param budget the steps of all checks together; without it, each check may take a number of its own
 */
export function compileForeignSchema(
  schema: unknown,
  compileRegex: (source: string) => Pattern | string,
  budget?: Steps,
): SchemaCheck | SchemaFault {
  if (typeof schema === 'boolean') return compile(schema, compileRegex, false, budget);
  if (!isObject(schema)) return { path: [], message: `is not a JSON Schema, found ${show(schema)}` };
  const { $schema, ...rest } = schema;
  return compile(typeof $schema === 'string' ? rest : schema, compileRegex, false, budget);
}

/**
 * Compiles a JSON Schema 2020-12. An unknown keyword is a fault, since it would check nothing, and so is a schema
 * that asserts nothing. `format` is an annotation, as the standard says. Nothing is fetched. This module is loaded on
 * demand.
 * @param compileRegex compiles `pattern` and `patternProperties`; the result must not backtrack
 */
export function compileSchema(
  schema: Record<string, unknown>,
  compileRegex: (source: string) => Pattern | string,
): SchemaCheck | SchemaFault {
  return compile(schema, compileRegex, true);
}

/** @param strict whether a user wrote the schema: then it must check something, and have no unknown keywords */
function compile(
  schema: Record<string, unknown> | boolean,
  compileRegex: (source: string) => Pattern | string,
  strict: boolean,
  budget?: Steps,
): SchemaCheck | SchemaFault {
  const dialect = isObject(schema) ? schema.$schema : undefined;
  if (dialect !== undefined && dialect !== DIALECT && dialect !== `${DIALECT}#`) {
    return { path: ['$schema'], message: `must be \`${DIALECT}\`, found ${show(dialect)}` };
  }
  if (isObject(schema) && '$async' in schema)
    return { path: ['$async'], message: 'unknown keyword `$async`' };
  if (partsOf(schema, MOST_PARTS) > MOST_PARTS) {
    return {
      path: [],
      message: `the schema has more than ${MOST_PARTS} parts`,
      help: 'split it, or describe the value with fewer branches and properties',
    };
  }
  try {
    dialectCheck ??= newAjv(compileRegex, true, new Steps(Number.POSITIVE_INFINITY));
    if (dialectCheck.validateSchema(schema) !== true) {
      const [error] = dialectCheck.errors ?? [];
      const path = error ? pointerPath(error.instancePath, schema) : [];
      const message = `is not a JSON Schema: ${error ? wordsOf(error) : 'malformed'}`;
      return { path, message, isForbidden: true };
    }
    const cannotRun =
      strict && isObject(schema) ? (ignoredKey(schema) ?? endlessReference(schema)) : undefined;
    if (cannotRun) return cannotRun;
    const steps = budget ?? new Steps(MOST_STEPS);
    const validate = newAjv(compileRegex, strict, steps).compile(schema);
    const empty = strict && isObject(schema) ? emptySchema(schema) : undefined;
    if (empty) return empty;
    return (value) => {
      try {
        if (!budget) steps.restart();
        if (validate(value)) return PASS;
      } catch (error) {
        if (error instanceof TooManySteps)
          return {
            verdict: 'unknown',
            detail: 'it takes too many steps to check the value against the schema',
          };
        // `{"$dynamicRef": "#"}`, or data nested deeper than the stack
        if (!(error instanceof RangeError)) throw error;
        return { verdict: 'unknown', detail: 'the schema or the value is nested too deep' };
      }
      const [error] = validate.errors ?? [];
      return { verdict: 'fail', detail: error ? withPlace(error) : 'not accepted' };
    };
  } catch (error) {
    // ajv throws plain errors about the schema
    return compileFault(error as Error);
  }
}

function compileFault(error: Error): SchemaFault {
  if ('missingRef' in error) {
    const message = `\`$ref\` to ${show(error.missingRef)}, which is not in the schema`;
    return { path: [], message, help: 'put the schema that it refers to below `$defs`; nothing is fetched' };
  }
  // ajv recurses; circular references were found before
  if (error instanceof RangeError) return { path: [], message: 'the schema is nested too deep' };
  return { path: [], message: error.message.replace(/^strict mode: /, '') };
}

/** Checks schemas against the dialect, whose own schema takes a while to compile. It keeps nothing of the schemas. */
let dialectCheck: Ajv2020 | undefined;

/** Creates an engine for each schema: one schema must not find the `$id` of another, or find its own `$id` taken. */
function newAjv(compileRegex: (source: string) => Pattern | string, strict: boolean, steps: Steps): Ajv2020 {
  let states = 0;
  const engine = Object.assign(
    (source: string) => {
      const pattern = compileRegex(source);
      if (typeof pattern === 'string')
        throw new Error(`the pattern ${show(source)} does not compile: ${pattern}`);
      states += pattern.size;
      if (states > MOST_STATES)
        throw new Error(`the repetitions in its patterns amount to more than ${MOST_STATES} characters`);
      return {
        ...pattern,
        test: (text: string) => {
          steps.take(stepsOfPattern(pattern, text));
          return pattern.test(text);
        },
      };
    },
    { code: 're2' },
  );
  const ajv = new Ajv2020({
    // shortening the code takes longer than running it, and more so the longer it is
    code: { regExp: engine, optimize: false },
    // in strict mode, ajv gives the pattern to the engine of JavaScript to find out
    allowMatchingProperties: true,
    logger: false,
    // done before, by `dialectCheck`
    validateSchema: false,
    // without it `required: [toString]` holds for every object
    ownProperties: true,
    strictSchema: strict,
    strictTypes: false,
    strictTuples: false,
    validateFormats: false,
    // else a schema that is referred to a thousand times becomes a thousand times its code
    inlineRefs: false,
  });
  flatten(ajv, steps);
  // ajv follows it, but does not list it as a keyword
  ajv.addKeyword('$anchor');
  for (const keyword of KEYWORDS) ajv.removeKeyword(keyword.keyword as string).addKeyword(keyword);
  return ajv;
}

function withPlace(error: ErrorObject): string {
  const segments = pointerSegments(error.instancePath).map(bareSegment);
  return segments.length === 0 ? wordsOf(error) : `\`${formatPath(segments)}\` ${wordsOf(error)}`;
}

/** Converts a JSON Pointer into a path: a number below a list, a key below an object. */
function pointerPath(pointer: string, document: unknown): ValuePath {
  let at = document;
  return pointerSegments(pointer).map((segment) => {
    const inList = Array.isArray(at);
    at = (at as Record<string, unknown>)[segment];
    return inList ? Number(segment) : segment;
  });
}
