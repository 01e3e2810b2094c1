import type { Client } from '@modelcontextprotocol/client';
import { InputError } from '../errors.ts';
import type { ListedTool } from '../mcp/listed-tool.ts';
import { isTooDeep } from './nesting.ts';

/** A server that hands out pages without end is stopped there. */
const MOST_PAGES = 1000;

/** No server has so many tools; each of them is looked through, and shown. */
const MOST_TOOLS = 10_000;

/**
 * Takes results as they are: the SDK refuses a whole list for one malformed annotation, and those are for the execution
 * safety policy to judge. Source: "A malformed annotations object is ignored and the name heuristic decides".
 */
const AS_IT_IS = {
  '~standard': { version: 1 as const, vendor: 'mcptest', validate: (value: unknown) => ({ value }) },
};

/**
 * The tools of all pages, in the order of the server. What a tool says of itself is kept as it is.
 * @param timeout milliseconds for all pages together: a server that hands out one after the other is not waited for longer
 * @throws InputError when an answer holds no list of tools, the pages have no end, or there are too many tools
 */
export async function listTools(
  client: Client,
  { timeout, signal }: { readonly timeout: number; readonly signal: AbortSignal },
): Promise<ListedTool[]> {
  const deadline = performance.now() + timeout;
  const tools: ListedTool[] = [];
  const seen = new Set<string>();
  let cursor: string | undefined;
  do {
    const left = Math.ceil(deadline - performance.now());
    if (left <= 0) throw new InputError({ message: `tools/list has not ended within ${timeout / 1000} s` });
    const params = cursor === undefined ? {} : { cursor };
    const options = { timeout: left, maxTotalTimeout: left, signal };
    const page = (await client.request({ method: 'tools/list', params }, AS_IT_IS, options)) as Page;
    if (!Array.isArray(page?.tools)) throw new InputError({ message: 'tools/list gives no list of tools' });
    if (tools.length + page.tools.length > MOST_TOOLS)
      throw new InputError({ message: `tools/list gives more than ${MOST_TOOLS} tools` });
    for (const tool of page.tools) tools.push(readTool(tool, tools.length));
    cursor = typeof page.nextCursor === 'string' ? page.nextCursor : undefined;
    if (cursor !== undefined) refuseEndless(seen, cursor);
  } while (cursor !== undefined);
  return tools;
}

function refuseEndless(seen: Set<string>, cursor: string): void {
  if (seen.has(cursor)) {
    throw new InputError({ message: 'the pages of tools/list have no end: a cursor comes again' });
  }
  seen.add(cursor);
  if (seen.size === MOST_PAGES)
    throw new InputError({ message: `tools/list has more than ${MOST_PAGES} pages` });
}

interface Page {
  readonly tools?: unknown;
  readonly nextCursor?: unknown;
}

function readTool(tool: unknown, index: number): ListedTool {
  const { name } = (tool ?? {}) as { name?: unknown };
  if (isTooDeep(tool))
    throw new InputError({ message: `tools/list gives a tool that nests too deep: tools[${index}]` });
  if (typeof name === 'string' && name !== '') return tool as ListedTool;
  throw new InputError({ message: `tools/list gives a tool without a name: tools[${index}]` });
}
