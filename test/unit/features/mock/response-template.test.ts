// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the templates of manifests
import { describe, expect, it } from 'vitest';
import {
  compileTemplate,
  fillTemplate,
  type TemplateFault,
} from '../../../../src/features/mock/response-template.ts';

function fill(value: unknown, args: unknown, typed = false) {
  const faults: TemplateFault[] = [];
  const template = compileTemplate(value, [], faults);
  expect(faults).toEqual([]);
  return fillTemplate(template, args, typed);
}

function faultOf(text: string): string | undefined {
  const faults: TemplateFault[] = [];
  compileTemplate({ a: [text] }, ['at'], faults);
  for (const { path } of faults) expect(path).toEqual(['at', 'a', 0]);
  return faults[0]?.message;
}

describe('a response', () => {
  it.each<[unknown, unknown, unknown]>([
    ['plain', {}, 'plain'],
    ['hello ${args.name}!', { name: 'Ada' }, 'hello Ada!'],
    ['${args.a}${args.b}', { a: 1, b: true }, '1true'],
    ['${args.list[1].id}', { list: [{}, { id: 'x' }] }, 'x'],
    ['${args.all}', { all: { a: [null] } }, '{"a":[null]}'],
    ['costs $5, $${args.a}', { a: 1 }, 'costs $5, ${args.a}'],
    ['${args.a}', { a: '${args.b}' }, '${args.b}'],
    [[{ deep: '${args.a}' }, 7, null], { a: 'x' }, [{ deep: 'x' }, 7, null]],
    ['', {}, ''],
  ])('%j', (template, args, expected) => {
    expect(fill(template, args)).toEqual({ value: expected });
  });

  it('keeps the type of an argument in structured content', () => {
    expect(fill({ n: '${args.n}', t: '<${args.n}>' }, { n: 5 }, true)).toEqual({ value: { n: 5, t: '<5>' } });
  });

  it.each(['${args.a}', '${args.a.b}', '${args.constructor}', '${args.__proto__}', '${args.length}'])(
    'says that %s is missing',
    (template) => {
      expect(fill(template, { b: 1 })).toEqual({ cannot: expect.stringContaining('is missing') });
    },
  );

  it('is bounded', () => {
    const filled = fill('${args.a}'.repeat(2000), { a: 'x'.repeat(1000) });
    expect(filled).toEqual({ cannot: 'the answer would contain more than 1000000 characters of arguments' });
  });

  it('keeps a key named __proto__', () => {
    const filled = fill(JSON.parse('{"__proto__": "${args.a}"}'), { a: 1 }, true);
    expect(JSON.stringify(filled)).toBe('{"value":{"__proto__":1}}');
  });
});

it.each([
  ['${name}', '`${name}` does not name an argument'],
  ['${env.HOME}', '`${env.HOME}` does not name an argument'],
  ['${process.exit()}', '`${process.exit()}` does not name an argument'],
  ['${args.}', expect.stringContaining('`${args.}`')],
  ['${args.a', '`${args.a` is not closed'],
])('%s is a mistake', (text, message) => {
  expect(faultOf(text)).toEqual(message);
});
