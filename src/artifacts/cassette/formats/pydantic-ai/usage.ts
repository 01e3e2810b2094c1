import type { ValuePath } from '../../../../diagnostic.ts';
import type { Contradictions } from '../../../../documents/contradictions.ts';
import { isCount } from '../../../../values/count.ts';
import { isObject } from '../../../../values/own-property.ts';
import { isSet } from '../../events/answer.ts';
import type { Notes } from '../../events/notes.ts';
import { withCache, withoutCache } from '../../events/usage.ts';
import type { Usage } from '../../model.ts';

/**
 * Converts the counts of a reply: `input_tokens` since version 0.8, `request_tokens` before. The input includes the cached
 * tokens, whatever the provider, and the output the reasoning. Before 0.8 only `details` name the cached tokens, as the
 * provider does.
 */
export function usageOfReply(
  given: unknown,
  path: ValuePath,
  faults: Contradictions,
  notes: Notes,
): Usage | undefined {
  if (!isSet(given)) return undefined;
  const stated = isObject(given) ? given : {};
  const details = isObject(stated.details) ? stated.details : {};
  const count = (of: Readonly<Record<string, unknown>>, ...keys: string[]) => {
    const value = keys.map((key) => of[key]).find(isSet);
    return isCount(value) ? value : undefined;
  };
  const input = count(stated, 'input_tokens', 'request_tokens');
  const output = count(stated, 'output_tokens', 'response_tokens');
  if (input === undefined || output === undefined) {
    // a usage whose counts are all null or missing states nothing
    const keys = Object.keys(stated).filter(
      (key) => isSet(stated[key]) && key !== 'requests' && key !== 'details',
    );
    if (keys.length > 0 || !isObject(given)) notes.add('unknown-usage', keys.slice(0, 4).join(', '));
    return undefined;
  }
  const read =
    count(stated, 'cache_read_tokens') ??
    count(details, 'cached_tokens', 'cache_read_input_tokens', 'cached_content_tokens');
  const written = count(stated, 'cache_write_tokens') ?? count(details, 'cache_creation_input_tokens');
  const counts = { input, output, read, written };
  return (read ?? 0) + (written ?? 0) > input ? withCache(counts) : withoutCache(counts, path, faults);
}
