const ASCII = /^[\u0020-\u007e]*$/;
// created on demand: looking up so many scripts takes a millisecond, and most reports are ASCII

// combining marks, variation selectors (marks too), and characters that join or separate letters
const noWidth = () => /\p{Mn}|\p{Me}|\u200c|\u200d/gu;
const wide = () =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60\uffe0-\uffe6]/gu;

/** Returns how many columns of a terminal a text takes. Precise enough to align tables; terminals differ in the rest. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  const visible = text.replace(noWidth(), '');
  return [...visible].length + (visible.match(wide())?.length ?? 0);
}
