import { matchesOf } from '../../../inspection/matches.ts';
import { foldLookAlikes } from '../../../text/look-alikes.ts';
import type { Hit, ReadText, RuleTable } from '../core/rule.ts';
import { SURFACES } from '../core/surfaces.ts';
import { visible } from '../core/visible.ts';

const TEXTS = 'every text and every key';

/** Rules on characters that people do not see. */
export const HIDDEN_RULES = {
  'hidden-tags': {
    severity: 'critical',
    family: 'hidden',
    surface: TEXTS,
    title: 'has invisible tag characters or variation selectors that spell out a text',
    why: 'editors do not show them, but a model reads them as plain letters',
    fix: 'do not use the server; nobody writes such a text by accident',
  },
  'hidden-zero-width': {
    severity: 'high',
    family: 'hidden',
    surface: TEXTS,
    title: 'has zero-width characters where no script needs them',
    why: 'they split words so that filters miss the words, or carry hidden data',
    fix: 'remove the characters; joiners in Persian, Indic scripts and emoji are fine, and are not reported',
  },
  'hidden-bidi': {
    severity: 'high',
    family: 'hidden',
    surface: TEXTS,
    title: 'has text-direction controls that make a text look different from what a model reads',
    why: 'you see different words than the model, or in a different order',
    fix: 'remove the controls',
  },
  'hidden-control': {
    severity: 'high',
    family: 'hidden',
    surface: TEXTS,
    title: 'has control characters, such as those that colour or erase a line in a terminal',
    why: 'a terminal may hide the text, but the model reads it',
    fix: 'remove the characters',
  },
  'hidden-private-use': {
    severity: 'high',
    family: 'hidden',
    surface: TEXTS,
    title: 'has characters from a private use area, which have no standard meaning',
    why: 'you see nothing or a box, but a model may have been told what they mean',
    fix: 'remove the characters',
  },
  'hidden-by-blanks': {
    severity: 'high',
    family: 'hidden',
    surface: TEXTS,
    title: 'has text after so many spaces or line breaks that no reader gets to it',
    why: 'dialogs and lists show only the beginning; the model reads all of it',
    fix: 'remove the spaces, and read the text after them',
  },
  'look-alike-letters': {
    severity: 'high',
    family: 'hidden',
    surface: 'names of tools, prompts and parameters',
    title: 'has letters from another script that look like Latin letters',
    why: 'the name can be mistaken for another one, and rules for the other name do not apply to it',
    fix: 'write the name in letters of one script',
  },
} as const satisfies RuleTable;

/** What any of the checks below looks for: nearly no text has it. */
const SUSPECT =
  /\u034f|\u17b4|\u17b5|\u180b|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\ue000-\uf8ff\u{e0000}-\u{e0fff}\u{f0000}-\u{10fffd}]|[\ufe00-\ufe0f]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/u;

const CHECKS: readonly {
  readonly rule: keyof typeof HIDDEN_RULES;
  readonly pattern: RegExp;
  readonly isMeant?: (text: string, found: string, at: number) => boolean;
}[] = [
  {
    rule: 'hidden-tags',
    // no Latin letter has a variant, so that several with one carry bits
    pattern:
      /[\u{e0000}-\u{e007f}]+|[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]{2,}|[\u{e0100}-\u{e01ef}]|(?:\p{Script=Latin}[\ufe00-\ufe0f] ?){3,}/gu,
    isMeant: (text, found, at) => isFlag(text, found, at) || isIdeograph(text, found, at),
  },
  {
    rule: 'hidden-zero-width',
    pattern:
      /(?:[\u200b-\u200d\u2060-\u2064\u206a-\u206f\ufeff\u180e\u115f\u1160\u3164\uffa0\ufff9-\ufffb]|\u034f|\u17b4|\u17b5)+|(?<=\p{L})\u00ad{2,}/gu,
    isMeant: isJoiner,
  },
  {
    rule: 'hidden-bidi',
    pattern: /[\u202a-\u202e\u2066-\u2069\u200e\u200f\u061c]+/gu,
    isMeant: (text, found) => !/[\u202d\u202e]/.test(found) && RIGHT_TO_LEFT.test(text),
  },
  {
    rule: 'hidden-control',
    pattern:
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/gu,
  },
  { rule: 'hidden-private-use', pattern: /[\ue000-\uf8ff\u{f0000}-\u{10fffd}]+/gu },
];

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** Scripts whose words are written with joiners between letters. */
const JOINING =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{M}]$/u;

/** Scripts without blanks between words, where a zero width space is where a line may break. */
const WITHOUT_BLANKS =
  /[\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{M}]$/u;

const EMOJI =
  /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\ufe0f|\u20e3|\u{e007f})$/u;
const NEXT_EMOJI = /^\p{Extended_Pictographic}/u;

/** One joiner between letters of a script that has them, or between emoji; a zero width space between words of Thai. */
function isJoiner(text: string, found: string, at: number): boolean {
  // the mark at the start of a file that was read as text
  if (found === '\ufeff' && at === 0) return true;
  if (found.length > 1) return false;
  const before = text.slice(Math.max(0, at - 2), at);
  if (found === '\u200b') return WITHOUT_BLANKS.test(before);
  if (found !== '\u200c' && found !== '\u200d') return false;
  if (JOINING.test(before)) return true;
  return found === '\u200d' && EMOJI.test(before) && NEXT_EMOJI.test(text.slice(at + 1, at + 3));
}

/** The flags of England, Scotland and Wales are a black flag, tag letters and a cancel tag. */
function isFlag(text: string, found: string, at: number): boolean {
  return (
    text.slice(at - 2, at) === '\u{1f3f4}' &&
    /^[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{3,6}\u{e007f}$/u.test(found)
  );
}

/** One selector after a Chinese character chooses how it is written. */
function isIdeograph(text: string, found: string, at: number): boolean {
  return (
    found.length === 2 &&
    /^[\u{e0100}-\u{e01ef}]$/u.test(found) &&
    /\p{Script=Han}$/u.test(text.slice(Math.max(0, at - 2), at))
  );
}

/** Finds characters that people do not see: each kind once in a text. */
export function hiddenHits({ surface, item }: ReadText): Hit[] {
  const { text, kind, path, isKey } = surface;
  const hits: Hit[] = [];
  const where = isKey && kind !== 'parameter-name' ? 'a key' : SURFACES[kind];
  if (SUSPECT.test(text)) {
    for (const { rule, pattern, isMeant } of CHECKS) {
      const { first, count } = placesOf(text, pattern, isMeant);
      if (!first) continue;
      const { title } = HIDDEN_RULES[rule];
      const places = count === 1 ? '' : `, in ${count} places`;
      const evidence = visible(text, first.index, first[0].length);
      hits.push({ rule, path, isKey, message: `${where} ${title}${places}`, evidence });
    }
  }
  const blanks = pushedOutOfSight(text);
  if (blanks !== undefined) {
    const { title } = HIDDEN_RULES['hidden-by-blanks'];
    hits.push({
      rule: 'hidden-by-blanks',
      path,
      isKey,
      message: `${where} ${title}`,
      evidence: visible(text, blanks, 1),
    });
  }
  if (item && isMixed(text, kind)) {
    const { title } = HIDDEN_RULES['look-alike-letters'];
    const evidence = visible(text, 0, 0);
    hits.push({ rule: 'look-alike-letters', path, isKey, message: `${where} ${title}`, evidence });
  }
  return hits;
}

/** Returns the first place and counts all; it keeps no list, since a text may have millions. */
function placesOf(text: string, pattern: RegExp, isMeant: (typeof CHECKS)[number]['isMeant']) {
  let first: RegExpExecArray | undefined;
  let count = 0;
  for (const match of matchesOf(pattern, text)) {
    if (isMeant?.(text, match[0], match.index)) continue;
    first ??= match;
    count++;
  }
  return { first, count };
}

/** A run of blanks before a text; it is looked at from its beginning only, so that a long one takes linear time. */
const BLANKS = /(?<!\s)\s{40,}(?=\S)/g;

/** Far more blanks than any layout has. */
const MOST_LINES = 40;
const MOST_SPACES = 250;

/** Returns where the text begins that far too many blanks push out of sight. */
function pushedOutOfSight(text: string): number | undefined {
  for (const { 0: run, index } of matchesOf(BLANKS, text)) {
    const lines = run.split('\n').length - 1;
    if (lines >= MOST_LINES || run.length - lines >= MOST_SPACES) return index + run.length;
  }
  return undefined;
}

const LATIN_WORD = /^[\p{Script=Latin}|]+$/u;
const LATIN = /\p{Script=Latin}/u;
const LOOK_ALIKE = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Cherokee}\p{Script=Armenian}]/u;

/** Whether a name mixes Latin letters with letters that look like them. */
function isMixed(text: string, kind: string): boolean {
  if ((kind !== 'name' && kind !== 'parameter-name') || !LOOK_ALIKE.test(text) || !LATIN.test(text))
    return false;
  return (text.match(/\p{L}+/gu) ?? []).some(passesForLatin);
}

/** Whether a word reads as a Latin one: `σ_x`, `Δt` and `имя_user` do not, whose letters are those of a formula or a language. */
function passesForLatin(word: string): boolean {
  if (word.length < 2 || !LOOK_ALIKE.test(word)) return false;
  return LATIN_WORD.test(foldLookAlikes(word));
}
