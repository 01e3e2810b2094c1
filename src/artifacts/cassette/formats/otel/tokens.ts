import type { Notes } from '../../events/notes.ts';
import { withCache } from '../../events/usage.ts';
import type { Usage } from '../../model.ts';
import type { Attributes } from '../../trace/plain.ts';
import type { SpanKind } from '../../trace/span.ts';
import { countIn, NAMES } from './attributes.ts';

/** The input counts include the cached tokens, unless they are fewer: some programs count like Anthropic. */
export function usageOf(attributes: Attributes, kind: SpanKind, notes: Notes): Usage | undefined {
  const input = countIn(attributes, NAMES.inputTokens);
  const output = countIn(attributes, NAMES.outputTokens);
  if (input === undefined && output === undefined) {
    const unknown = Object.keys(attributes).find(
      (name) => /(^|[._])(usage|token_?count)[._]/i.test(name) && !/total/i.test(name),
    );
    if (kind === 'chat' && unknown !== undefined) notes.add('unknown-usage', unknown);
    return undefined;
  }
  const counts = {
    input: input ?? 0,
    output: output ?? 0,
    read: countIn(attributes, NAMES.cacheRead),
    written: countIn(attributes, NAMES.cacheWrite),
  };
  if (input === undefined || output === undefined) return undefined;
  const cached = (counts.read ?? 0) + (counts.written ?? 0);
  return withCache({ ...counts, input: cached > input ? input : input - cached });
}
