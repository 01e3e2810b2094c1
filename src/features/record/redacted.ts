/** What stands in place of a secret. */
export const REDACTED = '[redacted]';

const IS_REDACTED = /^\[redacted(?::[^\]]{1,200})?\]$/;

/** Whether a text stands in place of a secret, and is nothing else. */
export function isRedacted(text: string): boolean {
  return IS_REDACTED.test(text);
}
