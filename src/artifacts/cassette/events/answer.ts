/** Whether a value that null stands for the lack of is there. */
export function isSet(value: unknown): boolean {
  return value !== undefined && value !== null;
}

/** What a call was answered; see `ToolCall`. */
export interface Answer {
  readonly result?: unknown;
  readonly error?: unknown;
}

/**
 * What is kept of a result and an error. An error that says what went wrong is the result where there is no other,
 * and stands beside it where there is one. A flag, or empty text, says only that something did.
 */
export function answerOf(result: unknown, error: unknown): Answer {
  const answer = isSet(result) ? { result } : {};
  if (!isSet(error) || typeof error === 'boolean' || error === '') return answer;
  return isSet(result) && result !== '' ? { result, error } : { result: error };
}
