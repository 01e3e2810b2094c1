import { setTimeout } from 'node:timers/promises';
import {
  Client,
  type ClientCapabilities,
  ClientCredentialsProvider,
  type PriorDiscovery,
  SdkError,
  SdkErrorCode,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import type { InputError } from '../errors.ts';
import type { CallFault } from '../mcp/call.ts';
import { PROTOCOL_VERSIONS } from '../mcp/protocol.ts';
import type { ClientCredentials, Target } from '../mcp/target.ts';
import { present } from '../values/own-property.ts';
import { type Breaches, boundedFetch, type Reconnects, type Refusals } from './bounded-fetch.ts';
import { ClientScript } from './client-script.ts';
import type { ConnectOptions, Opening } from './connect-options.ts';
import type { Connection } from './connection.ts';
import { CLIENT_INFO, type Discovery, discover } from './discover.ts';
import { toFault, unreachable } from './faults.ts';
import { faultOfFlaw, lostAnswer } from './lost-answer.ts';
import type { OnFlaw } from './message-flaw.ts';
import { connectionOf, quietly } from './open-connection.ts';
import { pause } from './pause.ts';
import { StdioTransport } from './stdio-transport.ts';
import { WireTap } from './wire-tap.ts';

/** Thrown when no session comes about. By then, a started process has ended. */
export class NoSession extends Error {
  readonly told: InputError;
  readonly kind: CallFault['kind'];
  constructor(told: InputError, kind: CallFault['kind']) {
    super(told.message);
    this.told = told;
    this.kind = kind;
  }
}

/** Makes a client for a server. Starts nothing. @param version the legacy revision to offer; by default the newest */
export function openClient(target: Target, options: ConnectOptions, version?: string): Opening {
  const { reconnects = FEW_RECONNECTS, abilities = {}, record } = options;
  const breaches: Breaches = { reconnects: 0 };
  const onFlaw: OnFlaw = (flaw) => {
    if (flaw.id === undefined) tap.violations.add(`sends a message that ${flaw.why}`);
    else transport.onmessage?.(lostAnswer(flaw.id, faultOfFlaw(flaw)));
  };
  const refusals = { onTooLong: () => void quietly(client.close()), onFlaw };
  const transport = transportTo(target, reconnects, breaches, refusals, record);
  const offered = version === undefined ? [] : [version];
  const isAble = Object.keys(abilities).length > 0;
  const client = new Client(CLIENT_INFO, {
    // the first is offered; the others are accepted, so that an answer can be named
    supportedProtocolVersions: [...offered, ...PROTOCOL_VERSIONS.modern, ...PROTOCOL_VERSIONS.legacy],
    // without answers for it, a call is sent only once, even if its answer asks for more input
    inputRequired: { autoFulfill: isAble },
    capabilities: { ...abilities } as ClientCapabilities,
  });
  const tap = new WireTap(transport, abilities);
  return {
    target,
    client,
    transport,
    tap,
    ...(isAble && { script: new ClientScript(client, abilities) }),
    closed: watchClose(client),
    breaches,
    options,
  };
}

/**
 * Completes the handshake of an era.
 * @param prior what is known about the server: that it is legacy, or its answer to `server/discover`
 * @throws NoSession when the server does not answer, or refuses
 */
export async function establish(
  opening: Opening,
  prior: PriorDiscovery,
  options: ConnectOptions,
  deadline: number,
): Promise<Connection> {
  const { client, transport } = opening;
  const { signal } = options;
  const left = Math.max(1, Math.round(deadline - performance.now()));
  const request = { prior, timeout: left, signal, maxTotalTimeout: left };
  try {
    await giveUpOn(signal, client.connect(transport, request));
  } catch (error) {
    throw await failed(opening, error, options);
  }
  return connectionOf(opening);
}

/** Asks a server which revisions it speaks. See {@link discover}. */
export function askVersions({ transport, tap, options }: Opening): Promise<Discovery> {
  return discover(transport, tap, (options.abilities ?? {}) as ClientCapabilities);
}

/** Closes an opening that came to nothing, and returns why. @throws the reason of the signal, if it is aborted */
export async function failed(
  opening: Opening,
  error: unknown,
  { timeout, signal }: ConnectOptions,
): Promise<NoSession> {
  const { target, transport, breaches } = opening;
  const [child, noise] =
    transport instanceof StdioTransport ? [transport.child, transport.noise.lines[0]] : [];
  const { kind } = toFault(error, timeout);
  // a server that has just ended may have printed why
  if (child && kind === 'closed') await Promise.race([child.ended, pause(100)]);
  const told = unreachable(target, breaches.tooLong ?? error, timeout, child, noise);
  await abandon(opening);
  signal.throwIfAborted();
  return new NoSession(told, kind);
}

/** Closes an opening and ends its process. Never rejects. */
export async function abandon({ client, transport }: Opening): Promise<void> {
  await quietly(client.close());
  await quietly(transport.close());
}

/** For a caller without a budget of calls. */
const FEW_RECONNECTS: Reconnects = { pause: 1000, acquire: () => true };

function transportTo(
  target: Target,
  reconnects: Reconnects,
  breaches: Breaches,
  { onTooLong, onFlaw }: Refusals,
  record: ConnectOptions['record'],
): StdioTransport | StreamableHTTPClientTransport {
  if (target.kind === 'stdio') {
    const tooLong = (what: string) => {
      breaches.tooLong = `the server sent a message ${what}`;
    };
    return new StdioTransport(target, tooLong, onFlaw, record);
  }
  return new StreamableHTTPClientTransport(new URL(target.url), {
    requestInit: { headers: { ...target.headers } },
    ...(target.credentials && { authProvider: providerOf(target.credentials) }),
    fetch: boundedFetch(reconnects, breaches, { onTooLong, onFlaw }),
  });
}

/** The providers by what they were made from, so that the sessions of a run share a token. */
const providers = new WeakMap<ClientCredentials, ClientCredentialsProvider>();

/** The secret goes to the issuer that was named, and to no other, whatever the server says. */
function providerOf(credentials: ClientCredentials): ClientCredentialsProvider {
  const known = providers.get(credentials);
  if (known) return known;
  const { issuer, id, secret, scope } = credentials;
  const provider = new ClientCredentialsProvider({
    clientId: id,
    clientSecret: secret,
    clientName: CLIENT_INFO.name,
    expectedIssuer: issuer,
    ...present({ scope }),
  });
  providers.set(credentials, provider);
  return provider;
}

function watchClose(client: Client): { yes: boolean } {
  const closed = { yes: false };
  client.onclose = () => {
    closed.yes = true;
  };
  // a connection error shows in the request that it affects
  client.onerror = () => {};
  return closed;
}

/** What is known about a server that gets the legacy handshake. */
export const LEGACY: PriorDiscovery = { kind: 'legacy' };

/** The error for a server that ended, for {@link failed}. */
export function ended(): SdkError {
  return new SdkError(SdkErrorCode.ConnectionClosed, 'the connection ended');
}

/** The error for a server that was silent for too long, for {@link failed}. */
export function timedOut(): SdkError {
  return new SdkError(SdkErrorCode.RequestTimeout, 'no answer');
}

/**
 * Waits for the work until a moment of `performance.now()`. Then it returns undefined, and the work goes on.
 * @throws the reason of the signal, when it is aborted before
 */
export async function within<T>(
  work: Promise<T>,
  moment: number,
  signal: AbortSignal,
): Promise<T | undefined> {
  const waited = new AbortController();
  const silence = setTimeout(Math.max(0, moment - performance.now()), undefined, { signal: waited.signal });
  try {
    return await giveUpOn(signal, Promise.race([work, silence]));
  } finally {
    silence.catch(() => {});
    waited.abort();
  }
}

/** Waits for the work until the signal is aborted. The work itself goes on. */
function giveUpOn<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
