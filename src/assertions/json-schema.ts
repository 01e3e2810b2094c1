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

/** Whether the schema accepts a value, or what is wrong with it. */
export type SchemaCheck = (value: unknown) => Judgement;

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/**
 * Makes the JSON Schema of a program ready, one that a tool carries: an unknown keyword says nothing, as the standard has
 * it, and an older dialect, which many servers still name, is read as the newer one. Otherwise as {@link compileSchema}.
 */
export function compileForeignSchema(
  schema: unknown,
  compileRegex: (source: string) => Pattern | string,
): SchemaCheck | SchemaFault {
  if (typeof schema === 'boolean') return compile(schema, compileRegex, false);
  if (!isObject(schema)) return { path: [], message: `is no JSON Schema, found ${show(schema)}` };
  const { $schema, ...rest } = schema;
  return compile(typeof $schema === 'string' ? rest : schema, compileRegex, false);
}

/**
 * Makes a JSON Schema 2020-12 ready. An unknown keyword is a fault, since it would check nothing, and so is a schema
 * that asserts nothing; `format` is an annotation, as the standard has it; nothing is fetched. This module is loaded on demand.
 * @param compileRegex for `pattern` and `patternProperties`, which must not backtrack
 */
export function compileSchema(
  schema: Record<string, unknown>,
  compileRegex: (source: string) => Pattern | string,
): SchemaCheck | SchemaFault {
  return compile(schema, compileRegex, true);
}

/** @param strict whether a person wrote the schema: then it must check something, and know what it says */
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
      return { path, message: `is no JSON Schema: ${error ? wordsOf(error) : 'malformed'}` };
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
        return { verdict: 'unknown', detail: 'the schema and the value nest without end' };
      }
      const [error] = validate.errors ?? [];
      return { verdict: 'fail', detail: error ? withPlace(error) : 'not accepted' };
    };
  } catch (error) {
    // ajv throws plain errors, each of them about the schema that it was given
    return compileFault(error as Error);
  }
}

function compileFault(error: Error): SchemaFault {
  if ('missingRef' in error) {
    const message = `\`$ref\` to ${show(error.missingRef)}, which is not in the schema`;
    return { path: [], message, help: 'put what it refers to below `$defs`; nothing is fetched' };
  }
  // the engine goes down by recursion; references in a circle were found before
  if (error instanceof RangeError) return { path: [], message: 'the schema is nested too deep' };
  return { path: [], message: error.message.replace(/^strict mode: /, '') };
}

/** Checks schemas against the dialect, whose own schema takes a while to compile; it keeps nothing of them. */
let dialectCheck: Ajv2020 | undefined;

/** A new one for each schema: what one calls `$id` must not be found, or found to be taken, by the next. */
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
    // done before, by the one that knows the dialect
    validateSchema: false,
    // without it `required: [toString]` holds for every object
    ownProperties: true,
    strictSchema: strict,
    strictTypes: false,
    strictTuples: false,
    validateFormats: false,
  });
  // the engine follows it, and does not know it
  ajv.addKeyword('$anchor');
  for (const keyword of KEYWORDS) ajv.removeKeyword(keyword.keyword as string).addKeyword(keyword);
  return ajv;
}

/**
 * The keywords that compare values. Those of ajv call `valueOf` on the value, which a stranger may have set, and
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
      () => 'must not hold the same element twice',
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

/** A JSON Pointer into a document as a path: a number below a list, a key below an object. */
function pointerPath(pointer: string, document: unknown): ValuePath {
  let at = document;
  return pointerSegments(pointer).map((segment) => {
    const inList = Array.isArray(at);
    at = (at as Record<string, unknown>)[segment];
    return inList ? Number(segment) : segment;
  });
}
