import type { TapeHeader } from '../../artifacts/tape/model.ts';
import { META } from '../../mcp/meta-keys.ts';
import { present } from '../../values/own-property.ts';
import { scalarText } from '../../values/scalar-text.ts';
import type { RecordedExchange } from './exchanges.ts';

/** The groups of methods that a server may announce, by the part of a method before its slash. */
const CAPABILITIES = ['tools', 'resources', 'prompts', 'completion', 'logging'];

/** How a group is announced, if not by its own name. */
const ANNOUNCED: Readonly<Record<string, string>> = { completion: 'completions' };

/**
 * Returns the answer to `server/discover` that a tape without one gives, from its header and from the methods that were
 * answered. A client on stdio asks it in a process of its own, so it is on another tape. Undefined for a session with a
 * handshake, whose server knew no such method.
 */
export function introductionOf(
  { era, server, client }: TapeHeader,
  exchanges: readonly RecordedExchange[],
): Readonly<Record<string, unknown>> | undefined {
  const version = server.protocol_version ?? client.protocol_version;
  if (era !== 'modern' || version === undefined) return undefined;
  const answered = exchanges.filter(({ answer }) => answer && Object.hasOwn(answer.message, 'result'));
  const groups = new Set(answered.map(({ request }) => scalarText(request.message.method).split('/')[0]));
  const capabilities = CAPABILITIES.filter((group) => groups.has(group)).map((group) => [
    ANNOUNCED[group] ?? group,
    {},
  ]);
  const info = present({ name: server.name, version: server.version });
  return {
    supportedVersions: [version],
    capabilities: Object.fromEntries(capabilities),
    resultType: 'complete',
    ttlMs: 0,
    cacheScope: 'private',
    _meta: { [META.server]: info },
  };
}
