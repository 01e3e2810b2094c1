import type { Secret } from '../values/masker.ts';
import { VERSION_HEADER } from './standard-headers.ts';
import type { Target } from './target.ts';

/** Headers whose values are words of the protocol, which a report has to be able to say. */
const PUBLIC = new Set([
  'accept',
  'accept-language',
  'cache-control',
  'content-type',
  VERSION_HEADER,
  'user-agent',
]);

/** Returns the variables of the environment that a flag took headers from. */
export function variablesOf(target: Target | undefined): readonly Secret[] {
  return target?.kind === 'http' ? (target.variables ?? []) : [];
}

/**
 * Returns the values of headers that no report may show: those that came from the environment, those of all other headers
 * that are not known to be harmless, and the credential in a value such as `Bearer TOKEN` alone too.
 */
export function headerSecrets(target: Target): Secret[] {
  if (target.kind !== 'http') return [];
  const { headers, variables = [] } = target;
  const named = new Set(variables.map(({ header }) => header));
  const others = Object.entries(headers)
    .filter(([name]) => !named.has(name) && !PUBLIC.has(name.toLowerCase()))
    .flatMap(([name, value]) => {
      const [, credential] = /^[A-Za-z][\w-]* +(\S.*)$/.exec(value) ?? [];
      return [value, ...(credential === undefined ? [] : [credential])].map((each) => ({
        name,
        value: each,
      }));
    });
  return [...variables, ...others];
}
