import type { Target } from '../../mcp/target.ts';
import type { Secret } from '../../text/masker.ts';

/** Headers whose values are words of the protocol, which a report has to be able to say. */
const PUBLIC = new Set([
  'accept',
  'accept-language',
  'cache-control',
  'content-type',
  'mcp-protocol-version',
  'user-agent',
]);

/**
 * Returns the values of headers that no report may show: those of all headers that are not known to be harmless, and the
 * credential in a value such as `Bearer TOKEN` alone too.
 */
export function headerSecrets(target: Target): Secret[] {
  if (target.kind !== 'http') return [];
  return Object.entries(target.headers)
    .filter(([name]) => !PUBLIC.has(name.toLowerCase()))
    .flatMap(([name, value]) => {
      const [, credential] = /^[A-Za-z][\w-]* +(\S.*)$/.exec(value) ?? [];
      return [value, ...(credential === undefined ? [] : [credential])].map((each) => ({
        name,
        value: each,
      }));
    });
}
