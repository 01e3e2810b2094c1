import { InputError } from '../errors.ts';
import { nearest } from '../text/nearest.ts';

/** The protocol before and since its revision of July 2026: with a handshake and sessions, or with neither. */
export type ProtocolEra = 'legacy' | 'modern';

/** The revisions that mcptest speaks, by era, newest first. */
export const PROTOCOL_VERSIONS = {
  modern: ['2026-07-28'],
  legacy: ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05', '2024-10-07'],
} as const satisfies Readonly<Record<ProtocolEra, readonly string[]>>;

/** Which protocol to speak with a server: what it prefers (modern first), any revision of an era, or one revision. */
export type ProtocolChoice =
  | { readonly kind: 'preferred' }
  | { readonly kind: 'era'; readonly era: ProtocolEra }
  | { readonly kind: 'version'; readonly era: ProtocolEra; readonly version: string };

/** The choice for a command whose user named none. */
export const PREFERRED: ProtocolChoice = { kind: 'preferred' };

/** Returns the era of a revision. */
export function eraOfVersion(version: string): ProtocolEra {
  return version >= (PROTOCOL_VERSIONS.modern.at(-1) as string) ? 'modern' : 'legacy';
}

/**
 * Reads the value of `--protocol`: `legacy`, `modern`, `both` or a revision.
 * Spec (suites and recording): "MCP as it is (late 2026)"
 * @throws InputError for another value
 */
export function readProtocol(given: string | undefined): ProtocolChoice | 'both' {
  if (given === undefined) return PREFERRED;
  if (given === 'both') return given;
  if (given === 'legacy' || given === 'modern') return { kind: 'era', era: given };
  const known = [...PROTOCOL_VERSIONS.modern, ...PROTOCOL_VERSIONS.legacy] as string[];
  if (known.includes(given)) return { kind: 'version', era: eraOfVersion(given), version: given };
  const near = nearest(given, ['legacy', 'modern', 'both', ...known]);
  throw new InputError({
    message: `--protocol must be legacy, modern, both or a revision of MCP, found \`${given}\``,
    help: `${near === undefined ? '' : `did you mean \`${near}\`? `}the revisions are ${known.join(', ')}`,
  });
}

/** Returns the words for a choice in a sentence such as "does not speak MCP 2026-07-28". */
export function nameOfProtocol(choice: ProtocolChoice): string {
  switch (choice.kind) {
    case 'preferred':
      return 'MCP';
    case 'version':
      return `MCP ${choice.version}`;
    case 'era':
      return choice.era === 'modern'
        ? `modern MCP (${PROTOCOL_VERSIONS.modern.join(', ')})`
        : `legacy MCP (${PROTOCOL_VERSIONS.legacy.at(-1)} to ${PROTOCOL_VERSIONS.legacy[0]})`;
  }
}
