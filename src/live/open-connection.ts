import { type Client, type Tool, UriTemplate } from '@modelcontextprotocol/client';
import { InputError } from '../errors.ts';
import type { CallAnswer } from '../mcp/call.ts';
import { METHOD_NOT_FOUND } from '../mcp/error-codes.ts';
import type { Listing, ServerTraces } from '../mcp/exchange.ts';
import { wordsOfFault } from '../mcp/fault-words.ts';
import type { ListedTool } from '../mcp/listed-tool.ts';
import { eraOfVersion } from '../mcp/protocol.ts';
import { clip } from '../text/clip.ts';
import { present } from '../values/own-property.ts';
import { scalarText } from '../values/scalar-text.ts';
import { ask } from './ask.ts';
import type { ConnectOptions, Opening } from './connect-options.ts';
import type { Connection } from './connection.ts';
import { toFault } from './faults.ts';
import { LISTS, type Listed, listAll } from './list-all.ts';
import { isTooDeep } from './nesting.ts';
import { pause } from './pause.ts';
import { StdioTransport } from './stdio-transport.ts';
import type { Violations } from './violations.ts';

/** Returns the connection of a client whose handshake is complete. */
export function connectionOf(opening: Opening): Connection {
  return new OpenConnection(opening);
}

class OpenConnection implements Connection {
  readonly #opening: Opening;
  readonly server: Connection['server'];
  readonly instructions: string | undefined;
  readonly promisesChanges: boolean;
  readonly violations: Violations;
  readonly ask: Connection['ask'];

  constructor(opening: Opening) {
    const { client, tap } = opening;
    const { name, version } = client.getServerVersion() ?? {};
    const protocol = client.getNegotiatedProtocolVersion();
    this.#opening = opening;
    this.server = present({ name, version, protocol });
    this.promisesChanges =
      client.getServerCapabilities()?.tools?.listChanged === true &&
      protocol !== undefined &&
      eraOfVersion(protocol) === 'legacy';
    this.instructions = client.getInstructions();
    this.violations = tap.violations;
    this.ask = oneAtATime(opening);
  }

  get isOpen(): boolean {
    return !this.#opening.closed.yes;
  }

  get notes(): readonly string[] {
    const { noise, violations } = this.traces;
    const { tooLong, reconnects } = this.#opening.breaches;
    return [
      ...noise.lines.slice(0, 1).map(noiseNote),
      ...violations.lines.map((words) => `the server breaks the protocol: it ${words}`),
      ...(tooLong === undefined ? [] : [tooLong]),
      ...(reconnects === 0 ? [] : [reconnectNote(reconnects)]),
    ];
  }

  get listChanges(): number {
    return this.#opening.tap.listChanges;
  }

  get traces(): ServerTraces {
    return tracesOf(this.#opening);
  }

  // fields, as callers hand these on
  readonly listTools: Connection['listTools'] = async () =>
    (await this.#listed('tools')) as unknown as readonly ListedTool[];

  readonly listEverything: Connection['listEverything'] = async () => {
    const offered = this.#opening.client.getServerCapabilities() ?? {};
    const [tools, prompts, resources, templates] = await Promise.all([
      offered.tools ? this.#listed('tools') : [],
      offered.prompts ? this.#listed('prompts') : [],
      offered.resources ? this.#listed('resources') : [],
      offered.resources ? listedOrNone(this.#listed('templates')) : [],
    ]);
    return { tools, prompts, resources, templates };
  };

  listsResource(uri: string, { resources, templates }: Listing): boolean {
    return (
      resources.some((resource) => resource.uri === uri) ||
      templates.some(({ uriTemplate }) => typeof uriTemplate === 'string' && matches(uriTemplate, uri))
    );
  }

  readonly callTool: Connection['callTool'] = async (tool, args) => {
    const { client, breaches, options } = this.#opening;
    try {
      const result = await callOnce(client, tool, args, options);
      return isTooDeep(result) ? malformed('the answer nests too deep') : { kind: 'result', result };
    } catch (error) {
      const { tooLong } = breaches;
      return tooLong === undefined
        ? { kind: 'fault', fault: toFault(error, options.timeout) }
        : malformed(tooLong);
    }
  };

  async close(): Promise<void> {
    const { client, transport } = this.#opening;
    // lets a server with sessions free this one
    const bye = 'terminateSession' in transport ? quietly(transport.terminateSession()) : undefined;
    await Promise.race([bye, pause(500)]);
    await quietly(client.close());
    await quietly(transport.close());
  }

  async #listed(list: keyof Listing): Promise<Listed[]> {
    const { client, tap, breaches, options } = this.#opening;
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
  }
}

function malformed(message: string): CallAnswer {
  return { kind: 'fault', fault: { kind: 'malformed', message } };
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
