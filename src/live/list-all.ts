import {
  type Client,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  ProtocolError,
} from '@modelcontextprotocol/client';
import { InputError } from '../errors.ts';
import { MOST_LISTED } from '../mcp/listed-tool.ts';
import { isObject } from '../values/own-property.ts';
import { isTooDeep } from './nesting.ts';
import type { Tapped, WireTap } from './wire-tap.ts';

/** The most pages that are requested from a server. */
const MOST_PAGES = 1000;

/** What a server can list, and the member of a page that holds it. */
export const LISTS = {
  tools: { method: 'tools/list', what: 'tool', member: 'tools', id: 'name' },
  prompts: { method: 'prompts/list', what: 'prompt', member: 'prompts', id: 'name' },
  resources: { method: 'resources/list', what: 'resource', member: 'resources', id: 'uri' },
  templates: {
    method: 'resources/templates/list',
    what: 'template',
    member: 'resourceTemplates',
    id: 'uriTemplate',
  },
} as const;

/** Something that a server lists, as it lists it. */
export type Listed = Readonly<Record<string, unknown>>;

/**
 * Returns what a server lists on all pages, in its order and without changes.
 * @param timeout milliseconds for all pages together, so a server with endless pages cannot take longer
 * @throws InputError when an answer contains no list, the pages do not end, or there are too many members
 */
export async function listAll(
  list: keyof typeof LISTS,
  client: Client,
  tap: WireTap,
  { timeout, signal }: { readonly timeout: number; readonly signal: AbortSignal },
): Promise<Listed[]> {
  const { method, what, member } = LISTS[list];
  const deadline = performance.now() + timeout;
  const all: Listed[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const left = Math.ceil(deadline - performance.now());
    if (left <= 0) throw new InputError({ message: `${method} did not finish within ${timeout / 1000} s` });
    const params = cursor === undefined ? {} : { cursor };
    const options = { timeout: left, maxTotalTimeout: left, signal };
    const page = pageOf(
      await tap.watch((_meta) => client.request({ method, params: { ...params, _meta } }, options)),
    );
    const members = page[member];
    if (!Array.isArray(members)) throw new InputError({ message: `${method} returned no list of ${what}s` });
    if (all.length + members.length > MOST_LISTED)
      throw new InputError({ message: `${method} returned more than ${MOST_LISTED} ${what}s` });
    for (const each of members) all.push(readListed(each, all.length, LISTS[list]));
    cursor = typeof page.nextCursor === 'string' ? page.nextCursor : undefined;
    if (cursor !== undefined) refuseEndless(seen, cursor, method);
  } while (cursor !== undefined);
  return all;
}

function refuseEndless(seen: Set<string>, cursor: string, method: string): void {
  if (seen.has(cursor)) {
    throw new InputError({
      message: `the pages of ${method} do not end: the server returned the same cursor twice`,
    });
  }
  seen.add(cursor);
  if (seen.size === MOST_PAGES)
    throw new InputError({ message: `${method} returned more than ${MOST_PAGES} pages` });
}

/**
 * Returns the page as the server sent it. The SDK rejects a whole list because of one malformed annotation, but the
 * execution safety policy judges those. Spec (execution safety): "Tool classification", malformed annotations.
 */
function pageOf({ reply, error }: Tapped): Listed {
  if (reply === undefined) throw error;
  if (isJSONRPCErrorResponse(reply)) {
    const { code, message, data } = reply.error;
    throw new ProtocolError(code, message, data);
  }
  return isJSONRPCResultResponse(reply) ? reply.result : {};
}

function readListed(
  listed: unknown,
  index: number,
  { method, what, member, id }: (typeof LISTS)[keyof typeof LISTS],
) {
  if (isTooDeep(listed))
    throw new InputError({
      message: `${method} returned a ${what} that nests too deep: ${member}[${index}]`,
    });
  const key = isObject(listed) ? listed[id] : undefined;
  if (typeof key === 'string' && key !== '') return listed as Listed;
  throw new InputError({ message: `${method} returned a ${what} without a ${id}: ${member}[${index}]` });
}
