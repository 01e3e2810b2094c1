import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../src/errors.ts';
import { Decider } from '../../src/features/gateway/enforce/decider.ts';
import { answered, decideHook } from '../../src/features/gateway/enforce/hooks/decide-hook.ts';
import { HOOKS } from '../../src/features/gateway/enforce/hooks/hooks.ts';
import { decodeInput, objectIn } from '../../src/features/gateway/enforce/hooks/read-input.ts';
import { parseRuleSet } from '../../src/features/gateway/rule-file/rule-set-file.ts';
import { HOST_NAMES, HOSTS, SAMPLES } from '../support/hook-contracts.ts';

const decider = (rules: string) => new Decider(parseRuleSet(`version: "1"\n${rules}`, 'p.yml'));
const DENY = decider('policies: []\ndefault: deny');
const ALLOW = decider('policies: []\ndefault: allow');
const HOLD = decider('policies: []\ndefault: require_approval');

/** Answers as the command does; a fault of any other kind than of the input is a fault of the test. */
function answer(host: (typeof HOST_NAMES)[number], bytes: Uint8Array, rules: Decider) {
  const adapter = HOOKS[host];
  try {
    const call = adapter.read(objectIn(decodeInput(bytes), 'the input'), {
      server: undefined,
      isKnown: () => false,
    });
    return adapter.answer(answered(decideHook(call, rules, 0)), call);
  } catch (error) {
    if (error instanceof InputError) return adapter.fault(error.message);
    throw error;
  }
}

const host = fc.constantFrom(...HOST_NAMES);
const odd = fc.oneof(fc.jsonValue(), fc.constantFrom({ toString: 1 }, { __proto__: null }, '', 0));
const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value) ?? '');

describe('a hook', () => {
  it('never lets a call run because of bytes that it does not understand', () => {
    fc.assert(
      fc.property(host, fc.uint8Array({ maxLength: 300 }), (name, bytes) => {
        expect(HOSTS[name](answer(name, bytes, ALLOW))).toBe('deny');
      }),
      { numRuns: 1000 },
    );
  });

  it('never lets a call run whose bytes are damaged, when the rules deny all', () => {
    const damage = fc.array(fc.tuple(fc.nat(500), fc.nat(255)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(host, damage, (name, changes) => {
        const bytes = bytesOf(SAMPLES[name]('mcp__a__b', { text: 'é' }));
        for (const [at, value] of changes) bytes[at % bytes.length] = value;
        expect(HOSTS[name](answer(name, bytes, DENY))).not.toBe('run');
        expect(HOSTS[name](answer(name, bytes, HOLD))).not.toBe('run');
      }),
      { numRuns: 1000 },
    );
  });

  it('gives an answer that its host understands, whatever stands in the input', () => {
    const input = fc
      .tuple(host, fc.string(), fc.dictionary(fc.string(), fc.jsonValue()), fc.dictionary(fc.string(), odd))
      .chain(([name, tool, args, more]) => {
        const sample = { ...SAMPLES[name](tool, args), ...more };
        return fc.subarray(Object.keys(sample)).map((keys) => ({ name, sample, keys }));
      });
    fc.assert(
      fc.property(input, fc.boolean(), ({ name, sample, keys }, drops) => {
        const kept = Object.entries(sample).filter(([key]) => !drops || keys.includes(key));
        const bytes = bytesOf(Object.fromEntries(kept));
        expect(HOSTS[name](answer(name, bytes, DENY))).toBe('deny');
        expect(HOSTS[name](answer(name, bytes, HOLD))).not.toBe('run');
        expect(['run', 'deny']).toContain(HOSTS[name](answer(name, bytes, ALLOW)));
      }),
      { numRuns: 1000 },
    );
  });

  it('does not refuse what is right', () => {
    const tool = fc.string({ minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(
        host,
        tool,
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (name, called, args, more) => {
          const sample = { ...more, ...SAMPLES[name](called, args) };
          fc.pre(!Object.hasOwn(more, '__proto__') && called !== 'MCP:');
          expect(HOSTS[name](answer(name, bytesOf(sample), ALLOW))).toBe('run');
        },
      ),
    );
  });
});
