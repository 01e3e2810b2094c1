import { type Client, type Tool, UriTemplate } from '@modelcontextprotocol/client';
import { InputError } from '../errors.ts';
import type { CallAnswer } from '../mcp/call.ts';
import { METHOD_NOT_FOUND } from '../mcp/error-codes.ts';
import type { AskOptions, Exchange, Listing, McpRequest, ServerTraces } from '../mcp/exchange.ts';
import { wordsOfFault } from '../mcp/fault-words.ts';
import type { ListedTool } from '../mcp/listed-tool.ts';
import { eraOfVersion } from '../mcp/protocol.ts';
import { clip } from '../text/clip.ts';
import { present } from '../values/own-property.ts';
import { scalarText } from '../values/scalar-text.ts';
import { ask } from './ask.ts';
import type { ConnectOptions, Opening } from './connect-options.ts';
import { toFault } from './faults.ts';
import { LISTS, type Listed, listAll } from './list-all.ts';
import { isTooDeep } from './nesting.ts';
import { pause } from './pause.ts';
import { StdioTransport } from './stdio-transport.ts';
import type { Violations } from './violations.ts';

/** A connection to a server that answers. The caller must close it, even after an error. */
export interface Connection {
  /** What the server reports about itself. Each member may be missing. */
  readonly server: { readonly name?: string; readonly version?: string; readonly protocol?: string };
  /** What the server tells every model that may use it. */
  readonly instructions: string | undefined;
  /** False once the connection has ended. */
  readonly isOpen: boolean;
  /** What the user should know about the behaviour of the server. */
  readonly notes: readonly string[];
  /** Returns the tools of all pages. @throws InputError when the server does not return a valid list */
  listTools(): Promise<readonly ListedTool[]>;
  /** Returns all that the server says it has. @throws InputError when it does not return a valid list */
  listEverything(): Promise<Listing>;
  /** Whether a resource is listed, or matches a listed template. */
  listsResource(uri: string, listing: Listing): boolean;
  /**
   * Makes one request and sends it once, without any retry. Never rejects. A client with abilities makes one at a time.
   * @param inputSchema that of a tool, if it is listed
   */
  ask(request: McpRequest, options: AskOptions, inputSchema?: unknown): Promise<Exchange>;
  /**
   * Whether the server has promised to say when its tools change. A modern server says so only to those who subscribe, which
   * this client does not.
   */
  readonly promisesChanges: boolean;
  /** How often the server said that one of its lists has changed. */
  readonly listChanges: number;
  /** What the server sent that the protocol does not allow. */
  readonly violations: Violations;
  /** What is seen of the server so far, besides its answers. */
  readonly traces: ServerTraces;
  /** Makes one call and sends it once, without any retry. Never rejects. */
  callTool(tool: ListedTool, args: Readonly<Record<string, unknown>>): Promise<CallAnswer>;
  /** Ends the session. Also ends a server that was started, and every process that it started. Never rejects. */
  close(): Promise<void>;
}

/** Returns the connection of a client whose handshake is complete. */
export function connectionOf(opening: Opening): Connection {
  const { client, transport, tap, closed, breaches, options } = opening;
  const { name, version } = client.getServerVersion() ?? {};
  const protocol = client.getNegotiatedProtocolVersion();
  const listed = async (list: keyof Listing) => {
    try {
      const all = await listAll(list, client, tap, options);
      refuseRepeats(all, LISTS[list], tap.violations);
      return all;
    } catch (error) {
      options.signal.throwIfAborted();
      if (error instanceof InputError) throw error;
      const fault = toFault(error, options.timeout);
      // a server may say that it has prompts and know no list of them; a test that needs one then fails
      if (list !== 'tools' && fault.kind === 'error-response' && fault.code === METHOD_NOT_FOUND) return [];
      const why = breaches.tooLong ?? wordsOfFault(fault);
      throw new InputError({ message: `${LISTS[list].method} failed: ${clip(why, 200)}` });
    }
  };
  return {
    server: present({ name, version, protocol }),
    instructions: client.getInstructions(),
    get isOpen() {
      return !closed.yes;
    },
    get notes() {
      const { noise, violations } = tracesOf(opening);
      const { tooLong, reconnects } = breaches;
      return [
        ...noise.lines.slice(0, 1).map(noiseNote),
        ...violations.lines.map((words) => `the server breaks the protocol: it ${words}`),
        ...(tooLong === undefined ? [] : [tooLong]),
        ...(reconnects === 0 ? [] : [reconnectNote(reconnects)]),
      ];
    },
    promisesChanges:
      client.getServerCapabilities()?.tools?.listChanged === true &&
      protocol !== undefined &&
      eraOfVersion(protocol) === 'legacy',
    get listChanges() {
      return tap.listChanges;
    },
    violations: tap.violations,
    get traces() {
      return tracesOf(opening);
    },
    listTools: async () => (await listed('tools')) as unknown as readonly ListedTool[],
    async listEverything() {
      const {
        tools: hasTools,
        prompts: hasPrompts,
        resources: hasResources,
      } = client.getServerCapabilities() ?? {};
      const [tools, prompts, resources, templates] = await Promise.all([
        hasTools ? listed('tools') : [],
        hasPrompts ? listed('prompts') : [],
        hasResources ? listed('resources') : [],
        hasResources ? listedOrNone(listed('templates')) : [],
      ]);
      return { tools, prompts, resources, templates };
    },
    listsResource: (uri, { resources, templates }) =>
      resources.some((resource) => resource.uri === uri) ||
      templates.some(({ uriTemplate }) => typeof uriTemplate === 'string' && matches(uriTemplate, uri)),
    ask: oneAtATime(opening),
    async callTool(tool, args) {
      try {
        const result = await callOnce(client, tool, args, options);
        if (!isTooDeep(result)) return { kind: 'result', result };
        return { kind: 'fault', fault: { kind: 'malformed', message: 'the answer nests too deep' } };
      } catch (error) {
        const { tooLong } = breaches;
        if (tooLong !== undefined) return { kind: 'fault', fault: { kind: 'malformed', message: tooLong } };
        return { kind: 'fault', fault: toFault(error, options.timeout) };
      }
    },
    async close() {
      // lets a server with sessions free this one
      const bye = 'terminateSession' in transport ? quietly(transport.terminateSession()) : undefined;
      await Promise.race([bye, pause(500)]);
      await quietly(client.close());
      await quietly(transport.close());
    },
  };
}

/** Two entries of one name: a client cannot tell which one it calls. Names the first few. */
function refuseRepeats(
  all: readonly Listed[],
  { what, id }: (typeof LISTS)[keyof typeof LISTS],
  violations: Violations,
): void {
  const seen = new Set<unknown>();
  for (const { [id]: name } of all) {
    if (seen.has(name)) violations.add(`lists the ${what} \`${clip(scalarText(name))}\` more than once`);
    seen.add(name);
  }
}

/** Servers with resources but without templates often do not know the request for them. */
async function listedOrNone(templates: Promise<Listed[]>): Promise<Listed[]> {
  return templates.catch((error: unknown) => {
    if (error instanceof InputError) return [];
    throw error;
  });
}

function matches(template: string, uri: string): boolean {
  try {
    return new UriTemplate(template).match(uri) !== null;
  } catch {
    return false;
  }
}

/** A server may ask during a call, and does not say during which: a client that answers makes one call at a time. */
function oneAtATime(opening: Opening): Connection['ask'] {
  if (!opening.script) return (request, options, inputSchema) => ask(opening, request, options, inputSchema);
  let last: Promise<unknown> = Promise.resolve();
  return (request, options, inputSchema) => {
    const next = last.then(() => ask(opening, request, options, inputSchema));
    last = next;
    return next;
  };
}

function tracesOf({ transport, tap }: Opening): ServerTraces {
  const { count, lines } = tap.violations;
  const violations = { count, lines: [...lines] };
  if (!(transport instanceof StdioTransport)) return { ...NO_OUTPUT, violations };
  const { child, noise } = transport;
  const end = child?.end;
  return {
    stderr: child?.stderr ?? NO_OUTPUT.stderr,
    noise: { count: noise.count, lines: [...noise.lines] },
    violations,
    ...(child?.isOutlived && { outlived: true as const }),
    ...(end && { end: end.kind === 'not-started' ? { kind: end.kind, message: end.error.message } : end }),
  };
}

const NO_OUTPUT = { stderr: { head: '', tail: '' }, noise: { count: 0, lines: [] } };

async function callOnce(
  client: Client,
  { name, inputSchema }: ListedTool,
  args: Readonly<Record<string, unknown>>,
  options: ConnectOptions,
) {
  // given a definition, the SDK never repeats a call; without an output schema in it, the SDK does not judge the result
  const toolDefinition = { name, inputSchema } as Tool;
  return client.callTool(
    { name, arguments: { ...args } },
    { ...options, maxTotalTimeout: options.timeout, toolDefinition },
  );
}

function reconnectNote(count: number): string {
  return `the server ended its stream of events, which was opened again ${count === 1 ? 'once' : `${count} times`}; that counts against --max-calls`;
}

function noiseNote(noise: string): string {
  return `the server prints text to standard output, which is reserved for the protocol: \`${clip(noise, 200)}\``;
}

/** Waits for a promise and ignores its rejection. */
export async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {});
}
