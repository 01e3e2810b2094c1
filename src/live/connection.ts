import type { Client, StreamableHTTPClientTransport, Tool } from '@modelcontextprotocol/client';
import { InputError } from '../errors.ts';
import type { CallAnswer } from '../mcp/call.ts';
import { wordsOfFault } from '../mcp/fault-words.ts';
import type { ListedTool } from '../mcp/listed-tool.ts';
import { clip } from '../text/clip.ts';
import { present } from '../values/own-property.ts';
import { toFault } from './faults.ts';
import { listTools } from './list-tools.ts';
import { isTooDeep } from './nesting.ts';
import { pause } from './pause.ts';
import { StdioTransport } from './stdio-transport.ts';

/** How long a server is waited for. */
export interface ConnectOptions {
  /** How long the server may take to be ready, and to answer each request, in milliseconds. */
  readonly timeout: number;
  /** Gives everything up that is under way. */
  readonly signal: AbortSignal;
}

/** A server that answers. Whoever has it closes it, however things end. */
export interface Connection {
  /** What the server calls itself; it may say nothing. */
  readonly server: { readonly name?: string; readonly version?: string; readonly protocol?: string };
  /** False once the server has gone. */
  readonly isOpen: boolean;
  /** What a person should know of how the server behaves. */
  readonly notes: readonly string[];
  /** All pages. @throws InputError when there is no list to be had */
  listTools(): Promise<readonly ListedTool[]>;
  /** One call, sent once: nothing here sends a call again. Never rejects. */
  callTool(tool: ListedTool, args: Readonly<Record<string, unknown>>): Promise<CallAnswer>;
  /** Ends the session, and a server that was started with all that it has started. Never rejects. */
  close(): Promise<void>;
}

/** A connection, from a client that has agreed with its server. */
export function connectionOf(
  client: Client,
  transport: StdioTransport | StreamableHTTPClientTransport,
  options: ConnectOptions,
  closed: { readonly yes: boolean },
): Connection {
  const { name, version } = client.getServerVersion() ?? {};
  const protocol = client.getNegotiatedProtocolVersion();
  return {
    server: present({ name, version, protocol }),
    get isOpen() {
      return !closed.yes;
    },
    get notes() {
      const noise = transport instanceof StdioTransport ? transport.noise : undefined;
      return noise === undefined ? [] : [noiseNote(noise)];
    },
    async listTools() {
      try {
        return await listTools(client, options);
      } catch (error) {
        options.signal.throwIfAborted();
        if (error instanceof InputError) throw error;
        const why = wordsOfFault(toFault(error, options.timeout));
        throw new InputError({ message: `tools/list fails: ${clip(why, 200)}` });
      }
    },
    async callTool(tool, args) {
      try {
        const result = await callOnce(client, tool, args, options);
        if (!isTooDeep(result)) return { kind: 'result', result };
        return { kind: 'fault', fault: { kind: 'malformed', message: 'the answer nests too deep' } };
      } catch (error) {
        return { kind: 'fault', fault: toFault(error, options.timeout) };
      }
    },
    async close() {
      // a server that keeps sessions need not keep this one
      const bye = 'terminateSession' in transport ? quietly(transport.terminateSession()) : undefined;
      await Promise.race([bye, pause(500)]);
      await quietly(client.close());
      await quietly(transport.close());
    },
  };
}

async function callOnce(
  client: Client,
  { name, inputSchema }: ListedTool,
  args: Readonly<Record<string, unknown>>,
  options: ConnectOptions,
) {
  // with a definition in hand the SDK never repeats a call; without an output schema in it, the result is ours to judge
  const toolDefinition = { name, inputSchema } as Tool;
  return client.callTool(
    { name, arguments: { ...args } },
    { ...options, maxTotalTimeout: options.timeout, toolDefinition },
  );
}

function noiseNote(noise: string): string {
  return `the server prints text on standard output, which is for the protocol: \`${clip(noise, 200)}\``;
}

/** Settles when a thing is done, however it ends. */
export async function quietly(work: Promise<unknown>): Promise<void> {
  await work.catch(() => {});
}
