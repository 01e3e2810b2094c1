import type { ValuePath } from '../../../../diagnostic.ts';
import type { Contradictions } from '../../../../documents/contradictions.ts';
import { isObject } from '../../../../values/own-property.ts';
import type { Notes } from '../../events/notes.ts';
import { withoutCache } from '../../events/usage.ts';
import type { Usage } from '../../model.ts';

/**
 * Converts `usageMetadata` of the Gemini API, in either spelling. The prompt includes the cached tokens; thoughts are
 * output too, and the results of tools that ran on the server are input.
 */
export function usageOfMetadata(
  given: unknown,
  path: ValuePath,
  faults: Contradictions,
  notes: Notes,
): Usage | undefined {
  const stated = isObject(given) ? given : {};
  const count = (camel: string, snake: string) => {
    const value = stated[camel] ?? stated[snake];
    return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
  };
  const prompt = count('promptTokenCount', 'prompt_token_count');
  const candidates = count('candidatesTokenCount', 'candidates_token_count');
  const thoughts = count('thoughtsTokenCount', 'thoughts_token_count');
  const total = count('totalTokenCount', 'total_token_count');
  if (prompt === undefined || (candidates ?? thoughts ?? total) === undefined) {
    notes.add('unknown-usage', Object.keys(stated).slice(0, 4).join(', '));
    return undefined;
  }
  const tools = count('toolUsePromptTokenCount', 'tool_use_prompt_token_count') ?? 0;
  const said = candidates ?? thoughts;
  const output =
    said === undefined ? Math.max(0, (total ?? 0) - prompt - tools) : (candidates ?? 0) + (thoughts ?? 0);
  const read = count('cachedContentTokenCount', 'cached_content_token_count');
  return withoutCache({ input: prompt + tools, output, read }, path, faults);
}
