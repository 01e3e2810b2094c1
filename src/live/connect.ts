import { setMaxListeners } from 'node:events';
import { eraOfVersion, nameOfProtocol, PREFERRED, type ProtocolChoice } from '../mcp/protocol.ts';
import { ProtocolNotSpokenError } from '../mcp/protocol-not-spoken.ts';
import { nameOf, type Target } from '../mcp/target.ts';
import { clip } from '../text/clip.ts';
import type { ConnectOptions } from './connect-options.ts';
import type { Connection } from './connection.ts';
import { abandon, askVersions, establish, LEGACY, NoSession, openClient, within } from './opening.ts';
import { preferred } from './preferred.ts';

/**
 * Starts a server, or connects to its URL, and agrees on a revision of the protocol: the one asked for, or the newest that
 * the server speaks. No tool is called before that, so a server may be started a second time.
 * Spec (suites and recording): "MCP as it is (late 2026)"
 * @throws InputError when the server cannot be reached within the timeout, or does not speak the protocol asked for; by
 *   then, all started processes have ended
 */
export async function connect(target: Target, options: ConnectOptions): Promise<Connection> {
  const { protocol = PREFERRED } = options;
  // each request in flight listens, which Node takes for a leak when there are more than ten
  setMaxListeners(0, options.signal);
  const deadline = performance.now() + options.timeout;
  try {
    const isLegacy = protocol.kind !== 'preferred' && protocol.era === 'legacy';
    const connection = await (isLegacy
      ? legacyAlone(target, protocol, options, deadline)
      : preferred(target, options, deadline));
    if (accepts(protocol, connection.server.protocol)) return connection;
    await connection.close();
    throw notSpoken(target, protocol, [connection.server.protocol ?? 'another']);
  } catch (error) {
    throw error instanceof NoSession ? error.told : error;
  }
}

/** Offers the legacy handshake alone. If the server refuses it, asks what it speaks instead, for the message. */
async function legacyAlone(
  target: Target,
  protocol: ProtocolChoice,
  options: ConnectOptions,
  deadline: number,
): Promise<Connection> {
  const version = protocol.kind === 'version' ? protocol.version : undefined;
  try {
    return await establish(openClient(target, options, version), LEGACY, options, deadline);
  } catch (error) {
    if (!(error instanceof NoSession) || error.kind === 'timeout') throw error;
    const other = openClient(target, options);
    const found = await within(askVersions(other), deadline, options.signal).finally(() => abandon(other));
    throw found?.kind === 'modern' ? notSpoken(target, protocol, found.discover.supportedVersions) : error;
  }
}

function accepts(choice: ProtocolChoice, version: string | undefined): boolean {
  if (choice.kind === 'preferred') return true;
  if (version === undefined) return false;
  return choice.kind === 'version' ? version === choice.version : eraOfVersion(version) === choice.era;
}

function notSpoken(
  target: Target,
  choice: ProtocolChoice,
  versions: readonly string[],
): ProtocolNotSpokenError {
  const spoken = clip(versions.join(', '), 200);
  const eras = new Set(versions.map(eraOfVersion));
  return new ProtocolNotSpokenError({
    message: `\`${clip(nameOf(target), 120)}\` does not speak ${nameOfProtocol(choice)}; it speaks ${spoken}`,
    help: `pass --protocol ${[...eras].join(' or ')}, or leave --protocol out`,
  });
}
