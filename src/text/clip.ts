/** The longest text in a message, in characters. The file has the full text. */
const LONGEST = 60;

/** Cuts a long text, never inside a character, and marks the cut. */
export function clip(text: string, longest: number = LONGEST): string {
  if (text.length <= longest) return text;
  // half of a surrogate pair would be shown as an escape
  const end = /[\ud800-\udbff]/.test(text.charAt(longest - 1)) ? longest - 1 : longest;
  return `${text.slice(0, end)}…`;
}

/** Quotes external text for a message: clipped, in backticks. */
export function quote(text: string): string {
  return `\`${clip(text)}\``;
}
