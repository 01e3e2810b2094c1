import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readApprovalEnd, readApprovalVerdict, readHeldCall } from '../../src/artifacts/approval/read.ts';
import { writeApprovalEnd, writeApprovalVerdict, writeHeldCall } from '../../src/artifacts/approval/write.ts';

const instant = fc.integer({ min: 0, max: 4_000_000_000_000 });
const digest = fc.stringMatching(/^[0-9a-f]{64}$/);
const text = fc.string({ unit: 'binary' });
const args = fc.dictionary(
  text.filter((key) => key !== '__proto__'),
  fc.jsonValue(),
);

describe('the files of a held call', () => {
  it('are read as they were written', () => {
    const held = fc.record(
      {
        ...{ id: fc.stringMatching(/^[0-9a-f]{16}$/), session: text, agent: text, server: text, tool: text },
        ...{ arguments: args, argsSha256: digest, policy: fc.option(text), reason: text, ruleSet: digest },
        ...{ created: instant, waits: instant, expires: instant },
      },
      {
        requiredKeys: [
          'id',
          'tool',
          'argsSha256',
          'policy',
          'reason',
          'ruleSet',
          'created',
          'waits',
          'expires',
        ],
      },
    );
    fc.assert(
      fc.property(held, (call) => {
        const read = readHeldCall(writeHeldCall(call), 'f', call.id);
        expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify(call)));
      }),
    );
  });

  it('keep decisions and ends', () => {
    fc.assert(
      fc.property(fc.constantFrom('approved', 'denied'), text, instant, (verdict, by, at) => {
        const decision = { verdict, by, at } as const;
        expect(readApprovalVerdict(writeApprovalVerdict(decision), 'f')).toEqual(decision);
        const end = { end: 'used', at } as const;
        expect(readApprovalEnd(writeApprovalEnd(end), 'f')).toEqual(end);
      }),
    );
  });
});
