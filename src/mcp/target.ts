import { InputError } from '../errors.ts';

/** The server that a command talks to: a program that is started, or an address. */
export type Target =
  | { readonly kind: 'stdio'; readonly command: string; readonly args: readonly string[] }
  | { readonly kind: 'http'; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** The flags that name a server; the program and its arguments stand behind `--`. */
export interface TargetOptions {
  readonly url: string | undefined;
  /** `Name: value`, for servers that ask who is calling. */
  readonly header: readonly string[] | undefined;
}

/** Reads which server is meant. @throws InputError unless it is exactly one */
export function readTarget(command: readonly string[], { url, header = [] }: TargetOptions): Target {
  const [program, ...args] = command;
  if (program !== undefined && url !== undefined) {
    throw new InputError({ message: 'a command and --url are given', help: 'name one server' });
  }
  if (url !== undefined) return { kind: 'http', url: readUrl(url), headers: readHeaders(header) };
  if (program !== undefined && /^https?:\/\//i.test(program)) {
    throw new InputError({ message: 'an address is no command', help: 'give it with --url' });
  }
  if (program === undefined || program === '') {
    throw new InputError({
      message: 'no server is named',
      help: 'put the command that starts it behind `--`, or give its address with --url',
    });
  }
  if (header.length > 0) {
    throw new InputError({ message: '--header is for servers at a --url' });
  }
  return { kind: 'stdio', command: program, args };
}

function readUrl(given: string): string {
  const url = URL.canParse(given) ? new URL(given) : undefined;
  if (url?.protocol === 'http:' || url?.protocol === 'https:') {
    if (url.username === '' && url.password === '') return given;
    throw new InputError({ message: '--url holds a name or a password', help: 'use --header' });
  }
  throw new InputError({
    message: `--url must be an http or https address, found \`${given}\``,
    help: 'write it like http://127.0.0.1:3001/mcp',
  });
}

function readHeaders(given: readonly string[]): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (const header of given) {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/.exec(header) ?? [];
    if (name === undefined || value === undefined) {
      // what it holds may be a secret
      throw new InputError({
        message: '--header must be a name and a value',
        help: "write it like --header 'Authorization: Bearer ...'",
      });
    }
    headers[name] = value;
  }
  return headers;
}

/** How messages and reports name a server: the command, or the address without its query, which may hold a secret. */
export function nameOf(target: Target): string {
  if (target.kind === 'stdio') return [target.command, ...target.args].join(' ');
  const { origin, pathname } = new URL(target.url);
  return origin + pathname;
}
