import { describe, expect, it } from 'vitest';
import { isPathFault } from '../../../src/assertions/path.ts';
import { parseTarget, resolveTarget } from '../../../src/assertions/target.ts';

const members = ['turns', 'golden', 'tool_calls', 'state'];
const envelope = JSON.parse(
  '{"turns":2,"golden":{"matched":true},"tool_calls":[{"name":"a"}],"state":{"x y":null,"__proto__":{"z":1}}}',
);

describe('a target', () => {
  it.each([
    ['turns', 2],
    ['golden.matched', true],
    ['tool_calls[0].name', 'a'],
    ['tool_calls.0.name', 'a'],
    ['state["x y"]', null],
    ['state.__proto__.z', 1],
    ['state.missing', undefined],
    ['tool_calls[1].name', undefined],
    ['tool_calls.length', undefined],
    ['turns.constructor', undefined],
  ])('%s is %j', (text, value) => {
    const target = parseTarget(text, members);
    if (isPathFault(target)) throw new Error(target.message);
    expect(resolveTarget(envelope, target)).toBe(value);
  });

  it.each([
    ['golden', undefined],
    ['goldn.matched', 'unknown target `goldn`', 'did you mean `golden`?'],
    ['something.else', 'unknown target `something`', 'targets begin with turns, golden, tool_calls, state'],
    ['__proto__', 'unknown target `__proto__`'],
    ['[0]', 'unknown target `0`'],
    ['', 'the path is empty'],
    ['state.', 'found an empty segment'],
  ])('%s is checked when it is loaded', (text, message, help?: string) => {
    const target = parseTarget(text, members);
    if (message === undefined) expect(isPathFault(target)).toBe(false);
    else expect(target).toMatchObject({ message, ...(help && { help }) });
  });
});
