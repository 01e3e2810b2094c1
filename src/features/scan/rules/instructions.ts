import { matchesOf } from '../../../inspection/matches.ts';
import { clip } from '../../../text/clip.ts';
import { harmlessAt } from '../core/context.ts';
import type { Hit, ReadText } from '../core/rule.ts';
import { SURFACES, type Surface } from '../core/surfaces.ts';
import { INSTRUCTION_RULES } from './instruction-table.ts';
import { GIVE, ORDER, PRIVATE_FILE, TAKE } from './lexicon.ts';
import { CONCEALS_ACTION, MAY_MATTER, PHRASES } from './phrases.ts';
import { privateUses } from './private-data.ts';
import { tamperings } from './tampering.ts';

type Rule = keyof typeof INSTRUCTION_RULES;

interface Found {
  readonly rule: Rule;
  readonly start: number;
  readonly end: number;
  readonly isHarmless: boolean;
}

/** Finds what a text tells the model that reads it: each rule once. */
export function instructionHits(text: ReadText): Hit[] {
  const { plain, surface } = text;
  const hits: Hit[] = [];
  const found = instructionsIn(plain).filter(
    ({ start, end }) =>
      surface.kind !== 'parameter-text' || start > 0 || !SWITCH.test(plain.slice(start, end)),
  );
  for (const { rule, start, end } of strongest(found, namedFile(plain, surface))) {
    const { kind, path, isKey } = surface;
    const { title } = INSTRUCTION_RULES[rule];
    hits.push({
      rule,
      path,
      isKey,
      message: `${SURFACES[kind]} ${title}`,
      evidence: excerpt(plain, start, end),
    });
  }
  return hits;
}

/** What a parameter does that begins so: `skip confirmation prompts`. */
const SWITCH = /^(?:skip|bypass|disable|turn off)\s+(?:\w+\s+){0,2}(?:confirmation|approval|permission)/i;

/** Whether a text tells a model to do harm: for texts that were decoded. */
export function isInstruction(plain: string): boolean {
  return instructionsIn(plain).some(
    ({ rule, isHarmless }) => !isHarmless && INSTRUCTION_RULES[rule].severity !== 'medium',
  );
}

function instructionsIn(plain: string): Found[] {
  if (!MAY_MATTER.test(plain)) return [];
  return [
    ...phrases(plain),
    ...comments(plain),
    ...privateUses(plain),
    ...tampering(plain),
    ...concealments(plain),
  ];
}

/** Leaves the first of each rule, and of those that are harmless one in all. */
function strongest(found: readonly Found[], sign: Found | undefined): Found[] {
  if (found.length === 0) return sign ? [sign] : [];
  const kept = new Map<Rule, Found>();
  for (const each of found) {
    const rule = each.isHarmless ? 'quoted-attack' : each.rule;
    if (!kept.has(rule)) kept.set(rule, { ...each, rule });
  }
  // the stronger one says it all
  if (kept.has('concealed-data-flow')) {
    for (const weaker of [
      'private-data-flow',
      'concealed-instruction',
      'concealment',
      'private-file-read',
    ] as const)
      kept.delete(weaker);
  }
  if (kept.has('private-data-flow')) kept.delete('private-file-read');
  if (kept.has('concealed-instruction')) kept.delete('concealment');
  return [...kept.values()];
}

function phrases(plain: string): Found[] {
  return PHRASES.flatMap(({ rule, pattern }) =>
    matchesIn(plain, pattern, rule).filter(
      ({ start, end }) => rule !== 'chat-markup' || isMarkup(plain, start, end),
    ),
  );
}

/** Marks that honest texts have, too: `<important>`, `[admin]`. They count with an order behind them. */
const WEAK_MARKUP =
  /^<\/?(?:important|critical|secret|hidden|priority|mandatory)>$|^\[(?:system|sys|admin|hidden|secret)\s?[\]:]$/;

function isMarkup(plain: string, start: number, end: number): boolean {
  return !WEAK_MARKUP.test(plain.slice(start, end)) || ORDER_IN_COMMENT.test(plain.slice(end, end + REACH));
}

const FILE = new RegExp(PRIVATE_FILE, 'i');
/** Somewhere to put it, in any language: an address, or a word in quotes as arguments are written. */
const SOMEWHERE =
  /https?:\/\/|[\w.+-]{1,40}@[\w-]{1,40}\.\w{2}|["'`\u201c\u00ab\u300c]\w{1,40}["'`\u201d\u00bb\u300d]/i;

/** Finds a private file in a text that names a place for it: the rules on orders read English only. */
function namedFile(plain: string, { kind, isKey }: Surface): Found | undefined {
  if (isKey || (kind !== 'description' && kind !== 'instructions')) return undefined;
  const file = FILE.exec(plain);
  if (!file || !SOMEWHERE.test(plain)) return undefined;
  return {
    rule: 'named-private-file',
    start: file.index,
    end: file.index + file[0].length,
    isHarmless: false,
  };
}

function tampering(plain: string): Found[] {
  return tamperings(plain).map(({ rule, start, end }) => ({
    rule,
    start,
    end,
    isHarmless: harmlessAt(plain, start, end) !== undefined,
  }));
}

function matchesIn(plain: string, pattern: RegExp, rule: Rule): Found[] {
  return [...matchesOf(pattern, plain)].map(({ 0: found, index }) => {
    const [start, end] = [index, index + found.length];
    return { rule, start, end, isHarmless: harmlessAt(plain, start, end) !== undefined };
  });
}

const COMMENT = /<!--([\s\S]{1,2000}?)-->/g;
const ORDER_IN_COMMENT =
  /\b(?:system|instructions?|ignore|must|always|never|read|send|include|pass|execute|secret|do not|override|assistant|model|agent|prompt)\b/i;

function comments(plain: string): Found[] {
  if (!plain.includes('<!--')) return [];
  return [...matchesOf(COMMENT, plain)].flatMap(({ 0: found, 1: inside = '', index }): Found[] =>
    ORDER_IN_COMMENT.test(inside)
      ? [{ rule: 'hidden-comment', start: index, end: index + found.length, isHarmless: false }]
      : [],
  );
}

const orders = new RegExp(ORDER, 'i');
const acts = new RegExp(
  String.raw`${GIVE}|${TAKE}|\b(?:call|invoke|use|run|execute|pass|add|change|replace|modify|set|delete|remove|insert|redirect|install|download|visit|click|buy|approve|grant|disable|enable|write)\b`,
  'i',
);

/** How far around a request to hide something the thing itself is looked for. */
const REACH = 400;

function concealments(plain: string): Found[] {
  return [...matchesOf(CONCEALS_ACTION, plain)].flatMap(({ 0: found, index }): Found[] => {
    const [start, end] = [index, index + found.length];
    const around = `${plain.slice(Math.max(0, start - REACH), start)} ${plain.slice(end, end + REACH)}`;
    const isOrder = orders.test(around) && acts.test(around);
    // "never" and "do not" are part of the request, so what denies it stands before them
    const isHarmless = harmlessAt(plain, start, end) !== undefined;
    return [{ rule: isOrder ? 'concealed-instruction' : 'concealment', start, end, isHarmless }];
  });
}

/** How much of a text around a match is shown. */
const SHOWN = 90;

function excerpt(plain: string, start: number, end: number): string {
  const from = Math.max(0, start - SHOWN);
  const found = plain
    .slice(from, Math.min(plain.length, end + SHOWN))
    .replaceAll(/\s+/g, ' ')
    .trim();
  return clip(`${from > 0 ? '…' : ''}${found}`, 400);
}
