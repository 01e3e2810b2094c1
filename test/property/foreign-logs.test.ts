import fc from 'fast-check';
import { it } from 'vitest';
import { readLogs } from '../../src/artifacts/audit-log/read.ts';
import { InputError } from '../../src/errors.ts';
import { LOG_SAMPLES } from '../support/log-samples.ts';
import { memoryFiles } from '../support/memory-files.ts';

/** The text of a sample with the JSON values at some places replaced by others. */
const damaged = fc
  .record({
    sample: fc.constantFrom(...LOG_SAMPLES),
    places: fc.array(fc.tuple(fc.nat(400), fc.jsonValue()), { minLength: 1, maxLength: 3 }),
  })
  .map(({ sample, places }) => {
    const lines = sample.text.trimEnd().split('\n').map(parsed);
    for (const [place, value] of places) replaceAt(lines, place, value);
    return {
      format: sample.format,
      text: lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'),
    };
  });

function parsed(line: string): unknown {
  return line.startsWith('{') ? JSON.parse(line) : line;
}

/** Replaces the value at a place, counted through the whole tree. */
function replaceAt(root: unknown[], place: number, value: unknown): void {
  const places: [Record<string, unknown>, string][] = [];
  const walk = (node: unknown) => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, member] of Object.entries(node)) {
      places.push([node as Record<string, unknown>, key]);
      walk(member);
    }
  };
  walk(root);
  const [node, key] = places[place % places.length] ?? [];
  if (node && key !== undefined) node[key] = value;
}

it('reads a damaged log or says what is wrong with it, and takes no unknown word for an allow', async () => {
  await fc.assert(
    fc.asyncProperty(damaged, async ({ text, format }) => {
      const decisions: unknown[] = [];
      try {
        await readLogs(['log'], memoryFiles({ log: text }), ({ decision, tool }) => {
          if (typeof tool !== 'string' || tool === '') throw new Error('a call without a tool');
          decisions.push(decision);
        });
      } catch (error) {
        if (!(error instanceof InputError)) throw error;
      }
      const written = text.match(
        /"outcome":"(success|application_error)"|"blocked":false|"granted"|"allow"|EFFECT_ALLOW|http\.status=2/g,
      );
      const allowed = decisions.filter((decision) => decision === 'allow').length;
      if (allowed > 0 && (written?.length ?? 0) === 0)
        throw new Error(`${format} allows what it does not say`);
    }),
    { numRuns: 400 },
  );
});
