import { _, type Ajv2020, type CodeKeywordDefinition, type KeywordCxt, Name } from 'ajv/dist/2020.js';
import type { Steps } from './steps.ts';

/**
 * Makes an engine write the checks of a long list one after the other. By itself it nests the check of each element in
 * that of the one before: a thousand elements take seconds to compile, and two thousand are nested too deep to run.
 * What is checked, and in which order, stays the same. Each list and each reference that is followed takes steps.
 */
export function flatten(ajv: Ajv2020, steps: Steps): void {
  const take = (cxt: KeywordCxt, count: number) => {
    const name = cxt.gen.scopeValue('func', { ref: steps.take });
    cxt.gen.code(_`${name}(${count})`);
  };
  for (const keyword of ['anyOf', 'oneOf'] as const) {
    change(ajv, keyword, () => (cxt) => {
      take(cxt, cxt.schema.length * BRANCH);
      keyword === 'anyOf' ? anyOf(cxt) : oneOf(cxt);
    });
  }
  for (const keyword of ALL_MUST_HOLD) {
    change(ajv, keyword, (code) => (cxt) => {
      take(cxt, Object.keys(cxt.schema).length * MEMBER);
      inParts(cxt, code);
    });
  }
  change(ajv, 'contains', (code) => (cxt) => {
    const subschema = (...args: Parameters<KeywordCxt['subschema']>) => {
      const element = cxt.subschema(...args);
      trim(cxt);
      return element;
    };
    code(Object.create(cxt, { subschema: { value: subschema } }), undefined as never);
  });
  for (const keyword of REFERENCES) {
    change(ajv, keyword, (code) => (cxt) => {
      take(cxt, CALL);
      code(cxt, undefined as never);
    });
  }
}

/** Keywords with a list or an object of members, all of which must hold. */
const ALL_MUST_HOLD = [
  ...['allOf', 'prefixItems', 'properties', 'patternProperties'],
  ...['dependentRequired', 'dependentSchemas', 'dependencies'],
];

/** How many steps, of about ten nanoseconds, it takes to check one member, to try a branch, and to follow a reference. */
const MEMBER = 5;
const BRANCH = 10;
const CALL = 20;

const REFERENCES = ['$ref', '$dynamicRef'];

type WriteCode = CodeKeywordDefinition['code'];

function change(
  ajv: Ajv2020,
  keyword: string,
  changed: (code: WriteCode) => (cxt: KeywordCxt) => void,
): void {
  const definition = ajv.getKeyword(keyword) as CodeKeywordDefinition;
  definition.code = changed(definition.code);
}

/** How many members are nested in each other: each part costs a condition. */
const PART = 16;

/** Writes the code of a keyword for a few members at a time, the next part on the condition that all before it hold. */
function inParts(cxt: KeywordCxt, code: WriteCode): void {
  const { gen, schema, it } = cxt;
  const parts = partsOf(schema);
  if (parts.length === 1) {
    code(cxt, undefined as never);
    return;
  }
  // the properties that are known to be evaluated: the engine copies them all for each member, unless code adds them
  if (cxt.keyword === 'allOf') it.props ??= gen.var('props', _`{}`);
  const holds = gen.let('holds', true);
  for (const part of parts) {
    gen.if(holds, () => {
      gen.assign(holds, false);
      gen.block(() => {
        code(Object.create(cxt, { schema: { value: part } }), undefined as never);
        // the innermost place, which is reached only if the whole part holds
        gen.assign(holds, true);
      });
    });
  }
  cxt.ok(holds);
}

/** Cuts a list or an object into parts. An element keeps its index: the other elements of its list are missing. */
function partsOf(schema: object): object[] {
  const keys = Object.keys(schema);
  const parts: object[] = [];
  for (let from = 0; from === 0 || from < keys.length; from += PART) {
    const part: Record<string, unknown> = Array.isArray(schema) ? ([] as never) : {};
    for (const key of keys.slice(from, from + PART))
      Object.defineProperty(part, key, { value: schema[key as never], enumerable: true });
    parts.push(part);
  }
  return parts;
}

/** Writes the code of `anyOf`. All branches are tried, since each that holds counts for `unevaluatedProperties`. */
function anyOf(cxt: KeywordCxt): void {
  const { gen, it } = cxt;
  const valid = gen.let('valid', false);
  const branchValid = gen.name('_valid');
  for (const schemaProp of cxt.schema.keys()) {
    const write = () => {
      const branch = cxt.subschema({ keyword: 'anyOf', schemaProp, compositeRule: true }, branchValid);
      gen.assign(valid, _`${valid} || ${branchValid}`);
      cxt.mergeValidEvaluated(branch, branchValid);
    };
    // nothing is left to find out for `unevaluatedProperties`
    if (it.props === true && it.items === true) gen.if(_`!${valid}`, write);
    else write();
    trim(cxt);
  }
  finish(cxt, valid);
}

/** Writes the code of `oneOf`, which ends when a second branch holds. */
function oneOf(cxt: KeywordCxt): void {
  const { gen } = cxt;
  const valid = gen.let('valid', false);
  const passing = gen.let('passing', null);
  const second = gen.let('second', false);
  const branchValid = gen.name('_valid');
  cxt.setParams({ passing });
  for (const schemaProp of cxt.schema.keys()) {
    gen.if(_`!${second}`, () => {
      const branch = cxt.subschema({ keyword: 'oneOf', schemaProp, compositeRule: true }, branchValid);
      gen.if(_`${branchValid} && ${valid}`);
      gen.assign(second, true).assign(valid, false).assign(passing, _`[${passing}, ${schemaProp}]`);
      gen.elseIf(branchValid);
      gen.assign(valid, true).assign(passing, schemaProp);
      cxt.mergeEvaluated(branch, Name);
      gen.endIf();
    });
    trim(cxt);
  }
  finish(cxt, valid);
}

/**
 * Drops all errors of a keyword but its first: no other is shown, and adding one may copy all before it, which takes long
 * in a list of a hundred thousand elements.
 */
function trim({ gen, errsCount }: KeywordCxt): void {
  const errors = new Name('errors');
  const kept = _`${errsCount} + 1`;
  gen.if(_`${errors} > ${kept}`).assign(errors, kept).assign(_`vErrors.length`, errors).endIf();
}

function finish(cxt: KeywordCxt, valid: Name): void {
  cxt.result(
    valid,
    () => cxt.reset(),
    () => cxt.error(true),
  );
}
