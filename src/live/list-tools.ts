import {
  type Client,
  isJSONRPCErrorResponse,
  isJSONRPCResultResponse,
  ProtocolError,
} from '@modelcontextprotocol/client';
import { InputError } from '../errors.ts';
import type { ListedTool } from '../mcp/listed-tool.ts';
import { isTooDeep } from './nesting.ts';
import type { Tapped, WireTap } from './wire-tap.ts';

/** The most pages that are requested from a server. */
const MOST_PAGES = 1000;

/** The most tools that are read from a server. No real server has that many, and each one is examined and shown. */
const MOST_TOOLS = 10_000;

/**
 * Returns the tools of all pages, in the order of the server and without changes.
 * @param timeout milliseconds for all pages together, so a server with endless pages cannot take longer
 * @throws InputError when an answer contains no list of tools, the pages do not end, or there are too many tools
 */
export async function listTools(
  client: Client,
  tap: WireTap,
  { timeout, signal }: { readonly timeout: number; readonly signal: AbortSignal },
): Promise<ListedTool[]> {
  const deadline = performance.now() + timeout;
  const tools: ListedTool[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const left = Math.ceil(deadline - performance.now());
    if (left <= 0) throw new InputError({ message: `tools/list did not finish within ${timeout / 1000} s` });
    const params = cursor === undefined ? {} : { cursor };
    const options = { timeout: left, maxTotalTimeout: left, signal };
    const page = pageOf(
      await tap.watch((_meta) =>
        client.request({ method: 'tools/list', params: { ...params, _meta } }, options),
      ),
    );
    if (!Array.isArray(page?.tools))
      throw new InputError({ message: 'tools/list returned no list of tools' });
    if (tools.length + page.tools.length > MOST_TOOLS)
      throw new InputError({ message: `tools/list returned more than ${MOST_TOOLS} tools` });
    for (const tool of page.tools) tools.push(readTool(tool, tools.length));
    cursor = typeof page.nextCursor === 'string' ? page.nextCursor : undefined;
    if (cursor !== undefined) refuseEndless(seen, cursor);
  } while (cursor !== undefined);
  return tools;
}

function refuseEndless(seen: Set<string>, cursor: string): void {
  if (seen.has(cursor)) {
    throw new InputError({
      message: 'the pages of tools/list do not end: the server returned the same cursor twice',
    });
  }
  seen.add(cursor);
  if (seen.size === MOST_PAGES)
    throw new InputError({ message: `tools/list returned more than ${MOST_PAGES} pages` });
}

/**
 * Returns the page as the server sent it. The SDK rejects a whole list because of one malformed annotation, but the
 * execution safety policy judges those. Spec (execution safety): "Tool classification", malformed annotations.
 */
function pageOf(tapped: Tapped): Page {
  if ('error' in tapped) throw tapped.error;
  const { reply } = tapped;
  if (isJSONRPCResultResponse(reply)) return reply.result as Page;
  if (isJSONRPCErrorResponse(reply)) throw new ProtocolError(reply.error.code, reply.error.message);
  return {};
}

interface Page {
  readonly tools?: unknown;
  readonly nextCursor?: unknown;
}

function readTool(tool: unknown, index: number): ListedTool {
  const { name } = (tool ?? {}) as { name?: unknown };
  if (isTooDeep(tool))
    throw new InputError({ message: `tools/list returned a tool that nests too deep: tools[${index}]` });
  if (typeof name === 'string' && name !== '') return tool as ListedTool;
  throw new InputError({ message: `tools/list returned a tool without a name: tools[${index}]` });
}
