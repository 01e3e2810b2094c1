import { InputError } from '../errors.ts';

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
export interface TargetOptions {
  readonly url: string | undefined;
  /** Each as `Name: value`, for servers that require authentication. */
  readonly header: readonly string[] | undefined;
}

/** Reads which server to use. @throws InputError unless the arguments name exactly one */
export function readTarget(command: readonly string[], { url, header = [] }: TargetOptions): Target {
  const [program, ...args] = command;
  if (program !== undefined && url !== undefined) {
    throw new InputError({
      message: 'found both a command and --url',
      help: 'name one server: pass a command after `--`, or --url',
    });
  }
  if (url !== undefined) return { kind: 'http', url: readUrl(url), headers: readHeaders(header) };
  if (program !== undefined && /^https?:\/\//i.test(program)) {
    throw new InputError({
      message: 'expected a command after `--`, found a URL',
      help: 'pass the URL with --url',
    });
  }
  if (header.length > 0) {
    throw new InputError({
      message: '--header needs --url: a server on stdio takes no headers',
      help: 'remove --header, or pass --url',
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

function readUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    if (url.username === '' && url.password === '') return given;
    throw new InputError({
      message: '--url must not contain a user name or a password',
      help: "pass credentials with --header 'Authorization: ...'",
    });
  }
  throw new InputError({
    message: `--url must be an http or https URL, found \`${given}\``,
    help: 'write it like http://127.0.0.1:3001/mcp',
  });
}

function readHeaders(given: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const header of given) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):([\t\x20-\x7e\x80-\xff]*)$/.exec(header) ?? [];
    if (name === undefined || value === undefined) {
      // the message does not quote it: it may contain a secret
      throw new InputError({
        message: '--header must be a name and a value, separated by a colon',
        help: "write it like --header 'Authorization: Bearer ...'",
      });
    }
    headers[name] = value.replace(/^[ \t]+/, '');
  }
  return headers;
}

/** Returns the name of a server in messages and reports: the command, or the URL without its query, which may be secret. */
export function nameOf(target: Target): string {
  if (target.kind === 'stdio') return [target.command, ...target.args].join(' ');
  const { origin, pathname } = new URL(target.url);
  return origin + pathname;
}
