import { InputError } from '../errors.ts';
import { PROTOCOL_VERSIONS } from '../mcp/protocol.ts';
import { nameOf, type Target } from '../mcp/target.ts';
import { clip } from '../text/clip.ts';
import type { ConnectOptions, Opening } from './connect-options.ts';
import type { Connection } from './connection.ts';
import type { Discovery } from './discover.ts';
import { toFault } from './faults.ts';
import {
  abandon,
  askVersions,
  ended,
  establish,
  failed,
  LEGACY,
  NoSession,
  openClient,
  timedOut,
  within,
} from './opening.ts';
import { pause } from './pause.ts';

/**
 * How long a server may be silent after `server/discover` before it is offered the legacy handshake too, in milliseconds.
 * It may be an old server that ignores what it does not know, or any server that is still starting.
 */
const PATIENCE = 2000;

/** How long the answer to `server/discover` may come after the one to the legacy handshake, in milliseconds. */
const GRACE = 250;

/**
 * Speaks what the server prefers: modern, if it answers `server/discover`, legacy otherwise.
 * @param deadline in milliseconds of `performance.now()`
 * @throws NoSession | InputError
 */
export async function preferred(
  target: Target,
  options: ConnectOptions,
  deadline: number,
): Promise<Connection> {
  const first = openClient(target, options);
  try {
    const asked = askVersions(first);
    const early = Math.min(deadline, performance.now() + PATIENCE);
    const found = await within(asked, early, options.signal);
    if (found) return await settle(found, first, options, deadline);
    return await offerBoth(asked, first, options, deadline);
  } catch (error) {
    await abandon(first);
    throw error;
  }
}

/** Completes the handshake that the answer to `server/discover` allows. */
async function settle(
  found: Discovery,
  first: Opening,
  options: ConnectOptions,
  deadline: number,
): Promise<Connection> {
  switch (found.kind) {
    case 'modern':
      return establish(first, found, options, deadline);
    case 'failed':
      if (isFinal(found.error)) throw await failed(first, found.error, options);
      break;
    case 'closed':
      return legacyAfterEnd(first, options, deadline);
    case 'other':
      if (first.target.kind === 'stdio') return legacyInPlace(found, first, options, deadline);
  }
  await abandon(first);
  return legacyAfresh(found, first.target, options, deadline);
}

/** Starts a server again that ended: it may not know `server/discover`, or have a fault that the first start showed as well. */
async function legacyAfterEnd(first: Opening, options: ConnectOptions, deadline: number) {
  const isHopeless = hasNotStarted(first);
  const why = await failed(first, ended(), options);
  if (isHopeless) throw why;
  try {
    return await establish(openClient(first.target, options), LEGACY, options, deadline);
  } catch (error) {
    // the little time that was left says nothing about the server
    throw error instanceof NoSession && error.kind === 'timeout' ? why : error;
  }
}

/** Continues with the process that answered `server/discover` with an error, as most old servers do. */
async function legacyInPlace(found: Discovery, first: Opening, options: ConnectOptions, deadline: number) {
  try {
    return await establish(first, LEGACY, options, deadline);
  } catch (error) {
    if (!(error instanceof NoSession) || error.kind === 'timeout') throw error;
    // it may take nothing more after a request that it does not know
    return legacyAfresh(found, first.target, options, deadline);
  }
}

async function legacyAfresh(found: Discovery, target: Target, options: ConnectOptions, deadline: number) {
  try {
    return await establish(openClient(target, options), LEGACY, options, deadline);
  } catch (error) {
    const versions = found.kind === 'other' ? found.versions : [];
    throw error instanceof NoSession && versions.length > 0 ? strangeVersions(target, versions) : error;
  }
}

/**
 * Offers the legacy handshake to a server that is silent after `server/discover`. If it answers that request after all, it
 * is modern: a slow start must not make it an old server. On stdio, one process got both, and may have settled on the old
 * era, so it is started anew.
 */
async function offerBoth(
  asked: Promise<Discovery>,
  first: Opening,
  options: ConnectOptions,
  deadline: number,
): Promise<Connection> {
  const { target } = first;
  const second = target.kind === 'stdio' ? first : openClient(target, options);
  const legacy = establish(second, LEGACY, options, deadline).catch((error: unknown) => {
    if (error instanceof NoSession) return error;
    throw error;
  });
  // nobody may wait for it any more when the user interrupts
  legacy.catch(() => {});
  const answered = legacy.then(() => undefined);
  const modern = asked.then((found) => (found.kind === 'modern' ? found : undefined));
  const sooner = await Promise.race([answered, modern.then((found) => found ?? answered)]);
  const found = sooner ?? (await within(modern, performance.now() + GRACE, options.signal));
  if (found) {
    await leave(legacy, second);
    return target.kind === 'stdio'
      ? modernAfresh(target, options, deadline)
      : establish(first, found, options, deadline);
  }
  const session = await legacy;
  if (session instanceof NoSession) {
    if (target.kind === 'http' || session.kind === 'timeout') throw session;
    // it may have ended because of a request that it does not know
    return establish(openClient(target, options), LEGACY, options, deadline);
  }
  if (second !== first) await abandon(first);
  return session;
}

/** Ends a handshake that is no longer wanted, or the session that came of it. */
async function leave(legacy: Promise<Connection | NoSession>, second: Opening): Promise<void> {
  const session = await Promise.race([legacy, pause(0)]);
  if (session && !(session instanceof NoSession)) await session.close();
  await abandon(second);
}

/** Starts a server again that is known to be modern. */
async function modernAfresh(target: Target, options: ConnectOptions, deadline: number): Promise<Connection> {
  const opening = openClient(target, options);
  try {
    const found = await within(askVersions(opening), deadline, options.signal);
    if (found?.kind === 'modern') return await establish(opening, found, options, deadline);
    throw await failed(opening, found === undefined ? timedOut() : ended(), options);
  } catch (error) {
    await abandon(opening);
    throw error;
  }
}

/** Whether another handshake cannot help: nothing listens there, or the server wants to know who asks. */
function isFinal(error: unknown): boolean {
  const fault = toFault(error, 0);
  if (fault.kind === 'http') return fault.status === 401 || fault.status === 403;
  return fault.kind === 'unauthorized' || fault.kind === 'closed' || fault.kind === 'redirect';
}

function hasNotStarted({ transport }: Opening): boolean {
  return 'child' in transport && transport.child?.end?.kind === 'not-started';
}

function strangeVersions(target: Target, versions: readonly string[]): InputError {
  const { modern, legacy } = PROTOCOL_VERSIONS;
  return new InputError({
    message: `\`${clip(nameOf(target), 120)}\` speaks only other revisions of MCP: ${clip(versions.join(', '), 200)}`,
    help: `mcptest speaks ${[...modern, ...legacy].join(', ')}`,
  });
}
