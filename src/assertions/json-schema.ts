import { Ajv2020, type ErrorObject, type FuncKeywordDefinition } from 'ajv/dist/2020.js';
import type { ValuePath } from '../diagnostic.ts';
import { isObject } from '../values/own-property.ts';
import { isDeepEqual } from './deep-equal.ts';
import { type Judgement, PASS } from './judgement.ts';
import { bareSegment, formatPath } from './path.ts';
import type { Pattern } from './regex.ts';
import { emptySchema, endlessReference, ignoredKey, type SchemaFault } from './schema-faults.ts';
import { show } from './show.ts';
import { isAmong, ValueSet } from './value-set.ts';

/** Checks a value against a schema, and says what is wrong with it. */
export type SchemaCheck = (value: unknown) => Judgement;

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Compiles the JSON Schema of a program, such as one that a tool carries. An unknown keyword asserts nothing, as the
 * standard says. An older dialect, which many servers still name, is read as the newer one. Otherwise as {@link
 * compileSchema}.
 */
export function compileForeignSchema(
  schema: unknown,
  compileRegex: (source: string) => Pattern | string,
): SchemaCheck | SchemaFault {
  if (typeof schema === 'boolean') return compile(schema, compileRegex, false);
  if (!isObject(schema)) return { path: [], message: `is not a JSON Schema, found ${show(schema)}` };
  const { $schema, ...rest } = schema;
  return compile(typeof $schema === 'string' ? rest : schema, compileRegex, false);
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
): SchemaCheck | SchemaFault {
  const dialect = isObject(schema) ? schema.$schema : undefined;
  if (dialect !== undefined && dialect !== DIALECT && dialect !== `${DIALECT}#`) {
    return { path: ['$schema'], message: `must be \`${DIALECT}\`, found ${show(dialect)}` };
  }
  if (isObject(schema) && '$async' in schema)
    return { path: ['$async'], message: 'unknown keyword `$async`' };
  try {
    dialectCheck ??= newAjv(compileRegex, true);
    if (dialectCheck.validateSchema(schema) !== true) {
      const [error] = dialectCheck.errors ?? [];
      const path = error ? pointerPath(error.instancePath, schema) : [];
      return { path, message: `is not a JSON Schema: ${error ? wordsOf(error) : 'malformed'}` };
    }
    const cannotRun =
      strict && isObject(schema) ? (ignoredKey(schema) ?? endlessReference(schema)) : undefined;
    if (cannotRun) return cannotRun;
    const validate = newAjv(compileRegex, strict).compile(schema);
    const empty = strict && isObject(schema) ? emptySchema(schema) : undefined;
    if (empty) return empty;
    return (value) => {
      try {
        if (validate(value)) return PASS;
      } catch (error) {
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
function newAjv(compileRegex: (source: string) => Pattern | string, strict: boolean): Ajv2020 {
  const engine = Object.assign(
    (source: string) => {
      const pattern = compileRegex(source);
      if (typeof pattern === 'string')
        throw new Error(`the pattern ${show(source)} does not compile: ${pattern}`);
      return pattern;
    },
    { code: 're2' },
  );
  const ajv = new Ajv2020({
    code: { regExp: engine },
    logger: false,
    // done before, by `dialectCheck`
    validateSchema: false,
    // without it `required: [toString]` holds for every object
    ownProperties: true,
    strictSchema: strict,
    strictTypes: false,
    strictTuples: false,
    validateFormats: false,
  });
  // ajv follows it, but does not list it as a keyword
  ajv.addKeyword('$anchor');
  for (const keyword of KEYWORDS) ajv.removeKeyword(keyword.keyword as string).addKeyword(keyword);
  return ajv;
}

/**
 * The keywords that compare values. Those of ajv call `valueOf` on the value, which a stranger may have set, and its
 * `uniqueItems` compares every pair of elements.
 */
const KEYWORDS: readonly FuncKeywordDefinition[] = [
  comparing(
    'const',
    (expected, value) => isDeepEqual(expected, value),
    (expected) => `must be ${show(expected)}`,
  ),
  comparing(
    'enum',
    (expected, value) => isAmong(expected as unknown[], value),
    (expected) => `must be one of ${(expected as unknown[]).map((one) => show(one)).join(', ')}`,
  ),
  {
    ...comparing(
      'uniqueItems',
      (expected, list) => expected === false || allDiffer(list as unknown[]),
      () => 'must not contain the same element twice',
    ),
    type: 'array',
    schemaType: 'boolean',
  },
];

function comparing(
  keyword: string,
  accepts: (expected: unknown, value: unknown) => boolean,
  expectation: (expected: unknown) => string,
): FuncKeywordDefinition {
  const validate: FuncKeywordDefinition['validate'] = (expected: unknown, value: unknown) => {
    if (accepts(expected, value)) return true;
    if (validate) validate.errors = [{ keyword, message: expectation(expected), params: {} }];
    return false;
  };
  return { keyword, validate, errors: true };
}

function allDiffer(list: readonly unknown[]): boolean {
  return new ValueSet(list).size === list.length;
}

function withPlace(error: ErrorObject): string {
  const segments = pointerSegments(error.instancePath).map(bareSegment);
  return segments.length === 0 ? wordsOf(error) : `\`${formatPath(segments)}\` ${wordsOf(error)}`;
}

function wordsOf({ message = 'not accepted', params }: ErrorObject): string {
  const extra = params.additionalProperty ?? params.unevaluatedProperty;
  const words = message.replace(/\bNOT\b/, 'not');
  return extra === undefined ? words : `${words}, found ${show(extra)}`;
}

function pointerSegments(pointer: string): string[] {
  return pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'));
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
