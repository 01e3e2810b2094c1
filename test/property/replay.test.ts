import fc from 'fast-check';
import { expect, it } from 'vitest';
import { answerClientText, readClientText } from '../../src/features/record/client-text.ts';
import { Redactor } from '../../src/features/record/redactor.ts';
import { Recorded, Replay } from '../../src/features/record/replay.ts';
import { tapeOf } from '../support/tapes.ts';

const id = fc.constantFrom(1, 2, 'a', null, 0, {});
const method = fc.constantFrom('tools/call', 'ping', 'notifications/cancelled', 'sampling/createMessage');
const params = fc.constantFrom({}, { name: 'a' }, { requestId: 1 }, { _meta: { progressToken: 1 } }, []);
const message = fc.oneof(
  fc.record({ id, method, params }, { requiredKeys: ['method'] }),
  fc.record({ id, result: fc.constantFrom({}, 'x') }, { requiredKeys: ['result'] }),
  fc.record({ id, error: fc.constant({ code: 1, message: 'x' }) }, { requiredKeys: ['id'] }),
);
const row = fc
  .tuple(fc.constantFrom('>', '<'), message)
  .map(([dir, sent]) => `${dir} ${JSON.stringify(sent)}`);

const isRequest = (sent: { id?: unknown; method?: unknown }) =>
  typeof sent.method === 'string' && (typeof sent.id === 'string' || typeof sent.id === 'number');

it('answers each request once and at once, whatever the tape and the client say, unless it asks the client', () => {
  fc.assert(
    fc.property(
      fc.array(row, { minLength: 1, maxLength: 12 }),
      fc.array(message, { maxLength: 12 }),
      (rows, sent) => {
        const replay = new Replay(new Recorded(tapeOf(rows), new Redactor([])), () => {});
        for (const each of sent) {
          const got = { answers: [] as string[], questions: 0 };
          answerClientText(readClientText(Buffer.from(JSON.stringify(each))), replay, {
            answer: (text) => got.answers.push(text),
            aside: (text) => {
              const { id: asked, method: name } = JSON.parse(text);
              got.questions += asked !== undefined && name !== undefined ? 1 : 0;
            },
            drop() {},
          });
          if (!isRequest(each)) continue;
          // a question that is open may be answered by a later message, with the request that waits for it
          expect(got.answers.length === 1 || (got.answers.length === 0 && got.questions > 0)).toBe(true);
          for (const answer of got.answers) expect(JSON.parse(answer)).toMatchObject({ id: each.id });
        }
      },
    ),
  );
});
