import { MOST_LISTED } from '../../mcp/listed-tool.ts';
import { clip, quote } from '../../text/clip.ts';
import { isObject } from '../../values/own-property.ts';
import { scalarText } from '../../values/scalar-text.ts';
import { inWords } from './answer.ts';
import type { Talk } from './talk.ts';
import type { Verdicts } from './verdicts.ts';

/** What a server lists, page by page. */
export interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  /** How many pages had a list. */
  readonly pages: number;
  /** Whether the server answered to the end: with a list, or with an error. */
  readonly isAnswered: boolean;
  /** Why there is no list. */
  readonly fault?: string | undefined;
  /** What is wrong with its pages: then the list is no whole one. */
  readonly pagingFault?: string | undefined;
}

/** The most pages that are read. */
const MOST_PAGES = 100;

/** Reads a list to its end, and looks at the caching hints of each page. */
export async function listAll(
  talk: Talk,
  kind: 'tools' | 'prompts' | 'resources',
  verdicts: Verdicts,
): Promise<Listed> {
  const items: Readonly<Record<string, unknown>>[] = [];
  const cursors = new Set<string>();
  const earlier = new Set<string>();
  let pagingFault: string | undefined;
  let cursor: string | undefined;
  for (let pages = 0; ; pages++) {
    const broken = (why: string, read = pages + 1): Listed => ({
      items,
      pages: read,
      isAnswered: false,
      pagingFault: why,
    });
    if (pages === MOST_PAGES) return broken(`there are more than ${MOST_PAGES} pages`, pages);
    const answer = await talk.ask(`${kind}/list`, cursor === undefined ? {} : { cursor });
    const list = answer.result?.[kind];
    if (!Array.isArray(list) || !list.every(isObject)) {
      const fault = answer.result ? `\`${kind}\` is not a list of objects` : inWords(answer);
      return pages === 0
        ? { items, pages, isAnswered: answer.error !== undefined, fault }
        : broken(`page ${pages + 1}: ${fault}`, pages);
    }
    const free = MOST_LISTED - items.length;
    for (const item of list.slice(0, free)) items.push(item);
    if (list.length > free) return broken(`there are more than ${MOST_LISTED} ${kind}`);
    pagingFault ??= repeated(list, earlier);
    if (talk.era === 'modern') verdicts.judge('cache-hints', hintFault(`${kind}/list`, answer.result ?? {}));
    const next = answer.result?.nextCursor;
    if (next === undefined || next === null)
      return { items, pages: pages + 1, isAnswered: true, pagingFault };
    if (typeof next !== 'string' || cursors.has(next))
      return broken(`the cursor ${clip(scalarText(next))} is not a string, or was used before`);
    cursors.add(next);
    cursor = next;
  }
}

/** Says what an earlier page had, too. Another member of the same name is no fault of the pages. @param earlier gets the list */
function repeated(list: Listed['items'], earlier: Set<string>): string | undefined {
  const texts = list.map((item) => JSON.stringify(item));
  const at = texts.findIndex((text) => earlier.has(text));
  for (const text of texts) earlier.add(text);
  return at === -1 ? undefined : `${quote(scalarText(list[at]?.name ?? 'none'))} is on two pages`;
}

/** Says what is wrong with the caching hints of a result. @param method the request that it answers */
export function hintFault(
  method: string,
  { ttlMs, cacheScope }: Readonly<Record<string, unknown>>,
): string | undefined {
  if (!Number.isInteger(ttlMs) || (ttlMs as number) < 0)
    return `${method}: \`ttlMs\` is ${clip(scalarText(ttlMs ?? 'missing'))}`;
  return cacheScope === 'public' || cacheScope === 'private'
    ? undefined
    : `${method}: \`cacheScope\` is ${clip(scalarText(cacheScope ?? 'missing'))}`;
}
