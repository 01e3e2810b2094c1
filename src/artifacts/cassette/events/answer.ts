/** Whether a value is neither undefined nor null, which formats write when there is none. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** The answer to a call; see `ToolCall`. */
export interface Answer {
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * Returns what to keep of a result and an error. An error that says what went wrong becomes the result when there is
 * none, and is kept next to the result when there is one. A flag or an empty text says only that the call failed.
 */
export function answerOf(result: unknown, error: unknown): Answer {
  const answer = isSet(result) ? { result } : {};
  if (!isSet(error) || typeof error === 'boolean' || error === '') return answer;
  return isSet(result) && result !== '' ? { result, error } : { result: error };
}
