import { matchesOf } from '../../../inspection/matches.ts';
import { harmlessAt } from '../core/context.ts';
import { aroundMatch } from '../core/plain.ts';
import {
  CONVERSATION,
  GIVE,
  INTO_ARGUMENT,
  ORDER,
  OUTSIDE,
  PRIVATE_FILE,
  PRIVATE_THING,
  TAKE,
} from './lexicon.ts';
import { CONCEALS } from './phrases.ts';

/** What a text does with private data. */
export interface PrivateUse {
  readonly rule: 'concealed-data-flow' | 'private-data-flow' | 'private-file-read';
  readonly start: number;
  readonly end: number;
  /** Set when the sentence denies it, or only speaks of it. */
  readonly isHarmless: boolean;
}

type Kind = 'file' | 'thing' | 'conversation';

const SOURCES = new RegExp(
  `(?<file>${PRIVATE_FILE})|(?<conversation>${CONVERSATION})|(?<thing>${PRIVATE_THING})`,
  'gi',
);

/** How far around private data its use is looked for, in characters. */
const BEFORE = 260;
const AFTER = 340;
/** The next private thing is looked at only this far on, so that a text full of them takes linear time. */
const STRIDE = 80;

const has = (source: string) => {
  const pattern = new RegExp(source, 'i');
  return (text: string) => pattern.test(text);
};
const gives = has(GIVE);
const takes = has(TAKE);
const orders = has(ORDER);
const goesOutside = has(OUTSIDE);
const goesIntoArgument = has(INTO_ARGUMENT);
const takesFirmly = has(
  String.raw`\b(?:read|fetch|retrieve|collect|gather|extract|access|obtain|steal|copy|open|load|cat|dump|harvest|look up)\b`,
);
const passesIt = has(
  String.raw`\b(?:it|them|its|their|the (?:contents?|values?|results?|output|data)|contents?)\b`,
);
/** An argument that has no other use. */
const isPutInto = has(String.raw`\binto an?\s+(?:[\w-]{1,20}\s+)?(?:parameter|argument|field)\b`);
/** Words that ask for all of a talk, not for what the call is about. */
const asksForAll = has(
  String.raw`\b(?:entire|full|whole|complete|all|every|previous|prior|past|raw|verbatim|your|system prompt|environment|env)\b`,
);
const fileOrderVerb = has(
  String.raw`\b(?:read|open|load|access|fetch|retrieve|collect|gather|extract|harvest|copy|cat|dump|grab|obtain|include|attach|send|upload|print|output|look (?:up|for|at)|check|list|search)\b`,
);
const orderedByName = has(
  String.raw`\b(?:you (?:must|should|need to|have to|are required to)|must|always|first|please|make sure|ensure|be sure to|required to|before|after|every time|whenever|otherwise|also|silently|mandatory|need to)\b`,
);

/** Finds what a text does with private data: takes it, and passes it on. Takes time linear in the text. */
export function privateUses(plain: string): PrivateUse[] {
  const uses: PrivateUse[] = [];
  let next = 0;
  for (const match of matchesOf(SOURCES, plain)) {
    if (match.index < next) continue;
    const { file, conversation } = match.groups ?? {};
    const kind: Kind = file !== undefined ? 'file' : conversation !== undefined ? 'conversation' : 'thing';
    const [start, end] = [match.index, match.index + match[0].length];
    const rule = ruleOf(kind, plain, start, end);
    if (rule === undefined) continue;
    next = end + STRIDE;
    uses.push({ rule, start, end, isHarmless: harmlessAt(plain, start, end) !== undefined });
  }
  return uses;
}

function ruleOf(kind: Kind, plain: string, start: number, end: number): PrivateUse['rule'] | undefined {
  const window = plain.slice(Math.max(0, start - BEFORE), end + AFTER);
  const { before, after } = aroundMatch(plain, start, end);
  const sentence = `${before}${plain.slice(start, end)}${after}`;
  const flows = FLOWS[kind](window, sentence, before);
  if (flows) return CONCEALS.test(window) ? 'concealed-data-flow' : 'private-data-flow';
  if (kind === 'thing') return undefined;
  if (CONCEALS.test(window) && (takes(before) || gives(before)) && orders(window) && isWanted(kind, sentence))
    return 'concealed-data-flow';
  return kind === 'file' && fileOrderVerb(before) && orderedByName(sentence) && isRead(before)
    ? 'private-file-read'
    : undefined;
}

const isWanted = (kind: Kind, sentence: string) => kind === 'file' || asksForAll(sentence);

/** The verb stands near the file, and is an order, not what the tool says that it does itself: `Reads`. */
const isRead = has(
  String.raw`\b(?:read|open|load|access|fetch|retrieve|collect|gather|extract|harvest|copy|cat|dump|grab|obtain|include|attach|send|upload|print|output|look (?:up|for|at)|check|list|search)\b(?:\s+[\w'"\x60(~/.\\-]{1,30}){0,8}?\s*["'\x60(]?$`,
);

/** Whether data of a kind goes somewhere it should not. */
const FLOWS: Readonly<Record<Kind, (window: string, sentence: string, before: string) => boolean>> = {
  file: (window) =>
    (gives(window) && goesOutside(window)) ||
    (takes(window) && (isPutInto(window) || (goesIntoArgument(window) && orders(window)))),
  conversation: (window, sentence) =>
    asksForAll(sentence) &&
    ((gives(window) && goesOutside(window)) ||
      (orders(window) && goesIntoArgument(sentence) && (takes(sentence) || gives(sentence)))),
  thing: (window, sentence, before) =>
    (gives(sentence) && goesOutside(sentence)) ||
    (takesFirmly(before) && goesIntoArgument(window) && passesIt(window) && orders(window)),
};
