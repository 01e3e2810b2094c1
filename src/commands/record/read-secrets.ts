import { InputError } from '../../errors.ts';
import type { EnvSecret } from '../../features/record/env-secret.ts';
import type { Ports } from '../../ports.ts';
import { SHORTEST_SECRET } from '../../text/secret-forms.ts';

/** Returns the variables of `--redact-env` with their values. @throws InputError when one has none: nothing would be kept off */
export function readSecrets(
  names: readonly string[] | undefined,
  { env }: Pick<Ports, 'env'>,
): readonly EnvSecret[] {
  return [...new Set(names)].map((name) => {
    const value = env[name];
    if (value !== undefined && value.length >= SHORTEST_SECRET) return { name, value };
    if (value === undefined || value === '') {
      throw new InputError({
        message: `--redact-env names \`${name}\`, which is ${value === '' ? 'empty' : 'not set'}`,
        help: 'set the variable to the value that must not be on the tape',
      });
    }
    throw new InputError({
      message: `--redact-env names \`${name}\`, whose value has fewer than ${SHORTEST_SECRET} characters`,
      help: 'a value this short would be replaced in the middle of other words',
    });
  });
}

/** Adds variables whose values were used to reach a server, unless they are there. */
export function withVariables(
  secrets: readonly EnvSecret[],
  variables: readonly EnvSecret[],
): readonly EnvSecret[] {
  const known = new Set(secrets.map(({ name }) => name));
  const more = variables.filter(({ name }) => !known.has(name));
  return [...secrets, ...new Map(more.map(({ name, value }) => [name, { name, value }])).values()];
}

/** Returns the variables that a tape names, as far as they are set here. */
export function knownSecrets(names: readonly string[], { env }: Pick<Ports, 'env'>): readonly EnvSecret[] {
  return names.flatMap((name) => {
    const value = env[name];
    return value === undefined || value.length < SHORTEST_SECRET ? [] : [{ name, value }];
  });
}
