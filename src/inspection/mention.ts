import type { Detector } from './detector.ts';
import type { Leaf } from './leaf.ts';
import type { Span } from './span.ts';

/** Words that show that a text is about attacks and mistakes. */
const TALK =
  /\b(?:e\.?g|example|examples|attack|attacks|attacker|attackers|injection|injections|exploit|payload|payloads|vulnerab\w{3,8}|never|don't|do not|avoid|warn|warns|warning|dangerous|detect|detects|detection|block|blocks|blocked|filter|reject|rejects|refuse|docs|documentation|document|documents|explain|explains|such as|phrases?|quote|quotes|prevent|prevents|instead of|unsafe|sanitize|escape|test case|rule|lint)\b/i;

/** Quotes and words are looked for up to this many characters before and after a match. */
const REACH = 400;

/** Whether a match is only talk about attacks or mistakes. A secret or personal data counts in any context. */
export function isTalk({ category }: Detector, leaf: Leaf, span: Span): boolean {
  return (category === 'injection' || category === 'destructive') && isMention(leaf, span);
}

/**
 * Whether a match is only mentioned: its field is for prose, it is in quotes, backticks or a code block, and the text
 * around it has a word of {@link TALK}. All three are required, since each alone would be a way to hide.
 */
function isMention(leaf: Leaf, { start, end }: Span): boolean {
  const { text } = leaf;
  if (!leaf.field.isProse) return false;
  const before = text.slice(Math.max(0, start - REACH), start);
  const behind = text.slice(end, end + REACH);
  return (
    (isQuoted(before, behind) || isFenced(leaf.fences, start)) && (TALK.test(before) || TALK.test(behind))
  );
}

const QUOTES: readonly (readonly [open: string, close: string])[] = [
  ['`', '`'],
  ['"', '"'],
  ['“', '”'],
  ['«', '»'],
  ['‘', '’'],
];

function isQuoted(before: string, behind: string): boolean {
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = behind.split('\n', 1)[0] ?? '';
  if (/^\s*>/.test(line)) return true;
  if (QUOTES.some(([open, close]) => isOpen(line, open, close) && rest.includes(close))) return true;
  // an apostrophe is a quote only at the edge of a word
  return /(?:^|[\s(:])'[^']*$/.test(line) && rest.includes("'");
}

/** Whether a quote is open at the end of a line. */
function isOpen(line: string, open: string, close: string): boolean {
  if (open !== close) return line.lastIndexOf(open) > line.lastIndexOf(close);
  return line.split(open).length % 2 === 0;
}

/** Whether an odd number of fences comes before an offset, and at least one after it. */
function isFenced(fences: readonly number[], at: number): boolean {
  const before = fences.filter((fence) => fence < at).length;
  return before % 2 === 1 && before < fences.length;
}
