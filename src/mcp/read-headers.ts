import { InputError } from '../errors.ts';
import { shortSecret } from '../text/secret-forms.ts';
import type { Secret } from '../values/masker.ts';

/** The flags that give headers. */
export interface HeaderOptions {
  /** Each as `Name: value`. */
  readonly header: readonly string[] | undefined;
  /** Each as `Name=VARIABLE`: the variable holds the value. */
  readonly headerEnv: readonly string[] | undefined;
  /** The variable that holds a token, sent as `Authorization: Bearer TOKEN`. */
  readonly bearerEnv: string | undefined;
}

/** A header whose value, or whose token, came from an environment variable. `name` is that of the variable. */
export interface HeaderVariable extends Secret {
  readonly header: string;
  readonly isBearer: boolean;
}

/** Headers by name, and those of them that came from the environment. */
export interface ReadHeaders {
  readonly headers: Readonly<Record<string, string>>;
  readonly variables: readonly HeaderVariable[];
}

/** The environment of the program. */
type Environment = Readonly<Record<string, string | undefined>>;

const NAME = /^[!#$%&'*+.^_`|~\w-]+$/;
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const VARIABLE = /^[A-Za-z_]\w*$/;

/**
 * Reads the headers for every request to a server. A secret is better in the environment than in a flag, which other users
 * of the machine can see. Spec (suites and recording): "`mcptest run [SUITE…] [-- CMD…]`"
 * @throws InputError which quotes no value: it may be secret
 */
export function readHeaders(
  { header = [], headerEnv = [], bearerEnv }: HeaderOptions,
  env: Environment,
): ReadHeaders {
  const headers: Record<string, string> = Object.create(null);
  for (const each of header) {
    const [name, value] = cut(each, ':');
    if (!NAME.test(name) || value === undefined || !VALUE.test(value)) {
      throw new InputError({
        message: '--header must be a name and a value, separated by a colon',
        help: "write it like --header 'Authorization: Bearer ...'",
      });
    }
    headers[name] = value.replace(/^[ \t]+/, '');
  }
  const variables = [
    ...headerEnv.map((each) => variableOf(each, env)),
    ...(bearerEnv === undefined ? [] : [bearerOf(bearerEnv, env)]),
  ];
  const taken = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  for (const { header: name, value, isBearer } of variables) {
    if (taken.has(name.toLowerCase())) {
      throw new InputError({
        message: `the header \`${name}\` is given twice`,
        help: 'give each header once: with --header, --header-env or --bearer-env',
      });
    }
    taken.add(name.toLowerCase());
    headers[name] = isBearer ? `Bearer ${value}` : value;
  }
  return { headers, variables };
}

function variableOf(given: string, env: Environment): HeaderVariable {
  const [header, name] = cut(given, '=');
  if (!NAME.test(header) || name === undefined || !VARIABLE.test(name)) {
    throw new InputError({
      message: '--header-env must be the name of a header and of a variable, separated by `=`',
      help: 'write it like --header-env X-Api-Key=API_KEY',
    });
  }
  return { header, name, value: readVariable(name, '--header-env', env), isBearer: false };
}

function bearerOf(name: string, env: Environment): HeaderVariable {
  if (VARIABLE.test(name)) {
    return { header: 'Authorization', name, value: readVariable(name, '--bearer-env', env), isBearer: true };
  }
  throw new InputError({
    message: '--bearer-env must be the name of a variable',
    help: 'write it like --bearer-env API_TOKEN, without the value',
  });
}

function readVariable(name: string, flag: string, env: Environment): string {
  const value = Object.hasOwn(env, name) ? env[name] : undefined;
  if (value !== undefined && value !== '' && VALUE.test(value)) {
    const short = shortSecret(name, value);
    if (short) throw new InputError(short);
    return value;
  }
  const state =
    value === undefined ? 'is not set' : value === '' ? 'is empty' : 'has characters that no header can hold';
  throw new InputError({
    message: `${flag} names \`${name}\`, which ${state}`,
    help: 'set the variable to the value of the header where you run mcptest',
  });
}

/** Cuts a text at the first separator. */
function cut(text: string, separator: string): readonly [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + 1)];
}
