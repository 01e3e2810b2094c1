import type { CatalogItem } from '../../../artifacts/tool-catalog/server-catalog.ts';
import { clip } from '../../../text/clip.ts';
import { own } from '../../../values/own-property.ts';
import type { Hit, ReadText, RuleTable } from '../core/rule.ts';
import { SURFACES } from '../core/surfaces.ts';

/** Signs that many honest servers have as well. They are information, and fail a scan only with `--fail-on info`. */
export const SOFT_RULES = {
  'long-text': {
    severity: 'info',
    family: 'soft',
    surface: 'every text',
    title: 'is very long',
    why: 'nobody reads it to the end, except the model',
    fix: 'read it to the end once',
  },
  'insistent-words': {
    severity: 'info',
    family: 'soft',
    surface: 'descriptions and instructions',
    title: 'insists: it has many words such as MUST, ALWAYS or CRITICAL in capitals',
    why: 'such words push the model more than they tell you',
    fix: 'read what it insists on',
  },
  'must-call-first': {
    severity: 'info',
    family: 'soft',
    surface: 'descriptions and instructions',
    title: 'says that the tool must be called first, or for everything',
    why: 'honest servers guide the model this way, but others use it to see every one of your requests',
    fix: 'check whether the tool needs to see every request',
  },
  'self-praise': {
    severity: 'info',
    family: 'soft',
    surface: 'descriptions and instructions',
    title: 'praises the tool, or tells the model to prefer it to others',
    why: 'such words influence which tool the model chooses; no rule on text can tell a boast from a lie, so pin what you use',
    fix: 'pin the tools that you have chosen, with --pins',
  },
  link: {
    severity: 'info',
    family: 'soft',
    surface: 'descriptions and instructions',
    title: 'has a link',
    why: 'a model that can fetch pages may read more instructions there',
    fix: 'check where the link leads',
  },
  'missing-description': {
    severity: 'info',
    family: 'soft',
    surface: 'descriptions of tools',
    title: 'has no description',
    why: 'you cannot judge what it does, and the model guesses',
    fix: 'ask the author to describe the tool',
  },
} as const satisfies RuleTable;

const LONG = 10_000;
const INSISTENT =
  /\b(?:MUST|ALWAYS|NEVER|CRITICAL|IMPORTANT|MANDATORY|REQUIRED|WARNING|URGENT|IMMEDIATELY|STRICTLY|DO NOT)\b/g;
const MANY = 4;
const FIRST =
  /\b(?:must|should|always|has to|needs to)\s+(?:be\s+)?(?:call|called|use|used|invoke|invoked|run|executed?)\b[^.!?\n]{0,60}?\b(?:first|before (?:any|all|every|using|other)|for (?:any|every|all)|whenever|every time|each time|on every)\b|\b(?:call|use|invoke|run) this (?:tool |function )?(?:first|before|for (?:any|every|all)|whenever|every time)\b|\bbefore (?:using|calling) any other (?:tool|function)/i;
const PRAISE =
  /\b(?:this is )?the (?:best|most (?:powerful|accurate|reliable|trusted|advanced|secure|efficient|complete)|only (?:reliable|official|correct|trusted)|number one|fastest|superior) (?:tool|function|choice|option|way|search|server|method)\b|\b(?:always |strongly )?(?:prefer|choose|select|favou?r|prioriti[sz]e) this (?:tool|function|server|one)\b|\b(?:better|superior|faster|more (?:reliable|accurate|secure|efficient)) (?:than|to) (?:all |any |every )?(?:other|existing|built-in|similar)\b|\b(?:other|alternative) (?:tools|functions|servers) (?:are|is) (?:outdated|deprecated|unreliable|insecure|broken|inferior|worse)/i;
const LINK = /https?:\/\/[^\s"'<>)\]]{3,200}/i;

const PROSE: readonly string[] = ['description', 'instructions', 'parameter-text', 'title'];

/** Finds signs in a text that are worth a look. */
export function softHits({ surface, plain }: ReadText): Hit[] {
  const { kind, path, isKey } = surface;
  const hit = (rule: keyof typeof SOFT_RULES, evidence: string): Hit => ({
    rule,
    path,
    isKey,
    message: `${SURFACES[kind]} ${SOFT_RULES[rule].title}`,
    evidence: clip(evidence.replaceAll(/\s+/g, ' '), 160),
  });
  const hits: Hit[] = [];
  if (plain.length > LONG) hits.push(hit('long-text', `${plain.length} characters`));
  if (isKey || !PROSE.includes(kind)) return hits;
  const insistent = plain.match(INSISTENT) ?? [];
  if (insistent.length >= MANY)
    hits.push(hit('insistent-words', `${insistent.length} words: ${[...new Set(insistent)].join(', ')}`));
  const patterns = [
    ['must-call-first', FIRST],
    ['self-praise', PRAISE],
    ['link', LINK],
  ] as const;
  for (const [rule, pattern] of patterns) {
    const found = pattern.exec(plain);
    if (found) hits.push(hit(rule, found[0]));
  }
  return hits;
}

/** Says that a tool has no description. */
export function missingDescription({ kind, path, value }: CatalogItem): Hit[] {
  if (kind !== 'tool') return [];
  const description = own(value, 'description');
  if (typeof description === 'string' && description.trim() !== '') return [];
  return [
    { rule: 'missing-description', path, message: `the tool ${SOFT_RULES['missing-description'].title}` },
  ];
}
