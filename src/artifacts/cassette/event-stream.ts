/**
 * Returns what a line of a stream of server-sent events holds: JSON behind `data:`, in its columns, or nothing. A line of any
 * other file stays as it is: no JSON begins like a field.
 */
export function withoutEventFields(line: string): string {
  if (line.startsWith('data:')) return line.trim() === 'data: [DONE]' ? '' : line.replace('data:', '     ');
  return /^(event|id|retry)?:/.test(line) ? '' : line;
}

/** Whether a text is a stream of server-sent events. */
export function isEventStream(text: string): boolean {
  return /^\s*(data: *[{[]|event:|:)/.test(text);
}
