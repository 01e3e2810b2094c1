/** Returns the value of a JSON text; undefined for any other text. For texts that a program put inside of its recording. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
