import { METHOD_NOT_FOUND, UNSUPPORTED_VERSION } from '../../mcp/error-codes.ts';
import { META } from '../../mcp/meta-keys.ts';
import { PROTOCOL_VERSIONS } from '../../mcp/protocol.ts';
import { clip } from '../../text/clip.ts';
import { isObject } from '../../values/own-property.ts';
import { type Answer, inWords, isVersionList } from './answer.ts';
import { type CheckId, checkOf } from './checks.ts';
import { checksFor, type Verdicts } from './verdicts.ts';

/** Statuses below 500 of a server that did not look at the request: it wants to know who asks, or has no time. */
const TELLS_NOTHING: readonly number[] = [401, 403, 407, 408, 429];

/** The revisions of the legacy era, newest first. */
const PUBLISHED: readonly string[] = PROTOCOL_VERSIONS.legacy;

/** What the answer to the first request shows of a server. */
export interface Opening {
  /** Whether it speaks the era: undefined if it was silent, could not be reached, or would not say so. */
  readonly isSpoken: boolean | undefined;
  /** The status of HTTP that the request got. */
  readonly status?: number;
  /** The revision that was spoken. */
  readonly version?: string;
  readonly serverName?: string;
}

/** Reads the answer to `initialize`. @param version the revision that is spoken since */
export function readLegacyOpening(answer: Answer, version: string): Opening {
  const info = isObject(answer.result?.serverInfo) ? answer.result.serverInfo : {};
  return { isSpoken: spoken(answer), ...statusOf(answer), version, ...namedIn(info) };
}

/** Reads the answer to `server/discover`. @param version the revision that it was asked in */
export function readModernOpening(answer: Answer, version: string): Opening {
  const { result, error } = answer;
  const isSpoken = error?.code === UNSUPPORTED_VERSION || (!deniesVersion(answer, version) && spoken(answer));
  const meta = isObject(result?._meta) ? result._meta : {};
  const info = [meta[META.server], result?.serverInfo].find(isObject) ?? {};
  return { isSpoken, ...statusOf(answer), version, ...namedIn(info) };
}

/** Whether an answer shows that the era is spoken: nonsense counts, an error does not, silence says nothing. */
function spoken({ heard, result, error }: Answer): boolean | undefined {
  if (result) return true;
  const status = heard.http?.status ?? 0;
  if (error?.code !== METHOD_NOT_FOUND && (status >= 500 || TELLS_NOTHING.includes(status))) return undefined;
  if (error) return false;
  if (heard.messages.length > 0 || heard.noise.length > 0) return status < 300;
  return heard.http ? false : undefined;
}

/** Leaves out what the negotiated revision does not say. A version that nobody published leaves out nothing. */
export function skipNewer(verdicts: Verdicts, version: string): void {
  if (!PUBLISHED.includes(version)) return;
  for (const id of [...checksFor('legacy', 'stdio'), ...checksFor('legacy', 'http')] as CheckId[]) {
    const { since } = checkOf(id);
    if (since !== undefined && version < since)
      verdicts.skip(id, 'not-declared', `the server speaks ${version}, which does not have this sentence`);
  }
}

/** Says what is wrong with the answer to `initialize`. */
export function initializeFault(answer: Answer): string | undefined {
  const { result } = answer;
  if (!result) return inWords(answer);
  const { protocolVersion, capabilities, serverInfo } = result;
  if (typeof protocolVersion !== 'string') return 'the result has no `protocolVersion`';
  if (!isRevision(protocolVersion))
    return `\`protocolVersion\` is ${clip(protocolVersion, 40)}, which is not a revision of MCP`;
  if (!isObject(capabilities)) return 'the result has no `capabilities`';
  const isNamed =
    isObject(serverInfo) && typeof serverInfo.name === 'string' && typeof serverInfo.version === 'string';
  return isNamed ? undefined : 'the result has no `serverInfo` with a name and a version';
}

/** Whether a text may name a revision: a date, and none before the first revision. Newer ones than mcptest knows may be. */
export function isRevision(version: string): boolean {
  return (
    /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(version) && version >= (PUBLISHED.at(-1) ?? '')
  );
}

/** Says what is wrong with the answer to `server/discover`. */
export function discoverFault(answer: Answer): string | undefined {
  const { result } = answer;
  if (!result) return inWords(answer);
  const { supportedVersions: versions, capabilities } = result;
  if (!isVersionList(versions)) return 'the result has no `supportedVersions`';
  return isObject(capabilities) ? undefined : 'the result has no `capabilities`';
}

function statusOf({ heard: { http } }: Answer): { status?: number } {
  return http ? { status: http.status } : {};
}

/** Whether a server that answers `server/discover` says that it does not speak the revision it was asked in. */
function deniesVersion({ result }: Answer, version: string): boolean {
  return isVersionList(result?.supportedVersions) && !result.supportedVersions.includes(version);
}

/** How a server calls itself. */
function namedIn({ name }: Readonly<Record<string, unknown>>): { serverName?: string } {
  return typeof name === 'string' ? { serverName: name } : {};
}
