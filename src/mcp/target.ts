import { InputError } from '../errors.ts';
import { type HeaderOptions, type HeaderVariable, readHeaders } from './read-headers.ts';

/** The server that a command talks to: a program to start, or a URL. */
export type Target =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** Variables in addition to those of this program. */
      readonly env?: Readonly<Record<string, string>>;
      /** The folder in which the program starts. Default: the current one. */
      readonly cwd?: string;
    }
  | {
      readonly kind: 'http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** The headers that came from the environment of the program, by a flag. */
      readonly variables?: readonly HeaderVariable[];
      readonly credentials?: ClientCredentials;
    };

/** What a program proves to an authorization server that it is, to get an access token. No person is asked. */
export interface ClientCredentials {
  /** The only authorization server that gets the secret. */
  readonly issuer: string;
  readonly id: string;
  readonly secret: string;
  readonly scope?: string;
}

/** The flags that name a server. The program and its arguments come after `--`. */
export interface TargetOptions extends HeaderOptions {
  readonly url: string | undefined;
}

/**
 * Reads which server to use.
 * @param env holds the values of headers that `--header-env` and `--bearer-env` name
 * @throws InputError unless the arguments name exactly one
 */
export function readTarget(
  command: readonly string[],
  options: TargetOptions,
  { env }: { readonly env: Readonly<Record<string, string | undefined>> },
): Target {
  const { url } = options;
  const [program, ...args] = command;
  if (program !== undefined && url !== undefined) {
    throw new InputError({
      message: 'found both a command and --url',
      help: 'name one server: pass a command after `--`, or --url',
    });
  }
  if (url !== undefined) return { kind: 'http', url: readUrl(url), ...readHeaders(options, env) };
  if (program !== undefined && /^https?:\/\//i.test(program)) {
    throw new InputError({
      message: 'expected a command after `--`, found a URL',
      help: 'pass the URL with --url',
    });
  }
  const [flag] = headerFlags(options);
  if (flag !== undefined) {
    throw new InputError({
      message: `${flag} needs --url: a server on stdio takes no headers`,
      help: `remove ${flag}, or pass --url`,
    });
  }
  if (program === undefined || program === '') {
    throw new InputError({
      message: 'no server is given',
      help: 'pass the command that starts it after `--`, or its URL with --url',
    });
  }
  return { kind: 'stdio', command: program, args };
}

/** Reads the server that takes the place of the one of a suite. Undefined if the arguments name none. @throws InputError */
export function readOtherTarget(...args: Parameters<typeof readTarget>): Target | undefined {
  const [command, options] = args;
  const isGiven = command.length > 0 || options.url !== undefined || headerFlags(options).length > 0;
  return isGiven ? readTarget(...args) : undefined;
}

/** Names the flags for headers that are given. */
function headerFlags({ header, headerEnv, bearerEnv }: HeaderOptions): string[] {
  const flags = { '--header': header?.[0], '--header-env': headerEnv?.[0], '--bearer-env': bearerEnv };
  return Object.entries(flags).flatMap(([flag, given]) => (given === undefined ? [] : [flag]));
}

function readUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    if (url.username === '' && url.password === '') return given;
    throw new InputError({
      message: '--url must not contain a user name or a password',
      help: 'pass a token with --bearer-env, or another header with --header-env',
    });
  }
  throw new InputError({
    message: `--url must be an http or https URL, found \`${given}\``,
    help: 'write it like http://127.0.0.1:3001/mcp',
  });
}

/**
 * Returns the name of a server in messages and reports: the command, or the URL without its query, which may be secret.
 * @param shown how a command is shown: as it is, or without its secrets, see `shownCommand`
 */
export function nameOf(target: Target, shown = (words: readonly string[]) => words.join(' ')): string {
  if (target.kind === 'stdio') return shown([target.command, ...target.args]);
  const { origin, pathname } = new URL(target.url);
  return origin + pathname;
}
