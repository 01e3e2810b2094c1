import { Contradictions } from '../../../documents/contradictions.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { present } from '../../../values/own-property.ts';
import type { Notes } from '../events/notes.ts';
import { sumOfReplies, sumUsage } from '../events/usage.ts';
import type { Usage } from '../model.ts';

const KINDS = ['input_tokens', 'output_tokens', 'cache_read_tokens', 'cache_write_tokens'] as const;

/**
 * Returns the token counts of a run, which may be stated for the whole run and for each turn. A total that is not the sum
 * of the turns is a contradiction. Without a total, the sum is unknown when a turn states no counts.
 * @throws InputError
 */
export function settleUsage(
  whole: WrittenUsage | undefined,
  turns: readonly (Usage | undefined)[],
  document: SourceDocument,
  notes: Notes,
): Usage | undefined {
  if (!whole) return sumOfReplies(turns, notes);
  const usage = toUsage(whole);
  const stated = turns.filter((turn) => turn !== undefined);
  if (stated.length === 0 || stated.length < turns.length) return usage;
  const sum = sumUsage(stated);
  const contradictions = new Contradictions(document);
  for (const kind of KINDS) {
    const [said, summed] = [usage[kind] ?? 0, sum[kind] ?? 0];
    if (said !== summed) contradictions.add(['usage', kind], `is ${said}, but the turns add up to ${summed}`);
  }
  contradictions.refuse();
  return usage;
}

type WrittenUsage = { [K in keyof Usage]: Usage[K] | undefined } & Pick<
  Usage,
  'input_tokens' | 'output_tokens'
>;

function toUsage(written: WrittenUsage): Usage {
  const { input_tokens, output_tokens, cache_read_tokens, cache_write_tokens } = written;
  return present({ input_tokens, output_tokens, cache_read_tokens, cache_write_tokens });
}
