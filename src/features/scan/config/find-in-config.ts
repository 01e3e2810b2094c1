import type { ClientConfig, ConfiguredServer } from '../../../artifacts/client-config/read.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import { isPlaceholder, looksRandom } from '../../../inspection/high-entropy.ts';
import { mask } from '../../../inspection/mask.ts';
import { isLoopback } from '../../../net/hosts.ts';
import { foldLookAlikes } from '../../../text/look-alikes.ts';
import { isObject, own } from '../../../values/own-property.ts';
import type { Found } from '../core/rule.ts';
import { secretsIn } from '../rules/secrets.ts';
import { CONFIG_RULES } from './config-rules.ts';
import { programName, unpinnedPackage } from './packages.ts';

type Rule = keyof typeof CONFIG_RULES;
type Report = (rule: Rule, path: ValuePath, evidence: string) => void;

/** Finds what is risky in configurations of clients. Nothing in them is started. */
export function findInConfigs(configs: readonly ClientConfig[]): Found[] {
  const found: Found[] = [];
  const first = new Map<string, { readonly file: string; readonly server: ConfiguredServer }>();
  for (const { file, servers, locate } of configs) {
    for (const server of servers) {
      const origin = { server: server.name, file, locate };
      const report: Report = (rule, path, evidence) => {
        const message = `the server ${CONFIG_RULES[rule].title}`;
        found.push({ hit: { rule, path: [...server.path, ...path], message, evidence }, origin });
      };
      const name = foldLookAlikes(server.name);
      const other = first.get(name);
      if (other && !isSame(other.server, server))
        report('config-same-name', [], `${other.server.name} in ${other.file}`);
      if (!other) first.set(name, { file, server });
      checkCommand(server, report);
      checkUrl(server, report);
      checkSecrets(server, report);
    }
  }
  return found;
}

/** The same server in two files is one server. */
function isSame(one: ConfiguredServer, other: ConfiguredServer): boolean {
  return one.name === other.name && JSON.stringify(one.value) === JSON.stringify(other.value);
}

const SHELLS = new Set('sh bash zsh dash fish ksh cmd powershell pwsh'.split(' '));
const WRITABLE =
  /^(?:\/(?:private\/)?(?:tmp|var\/tmp|dev\/shm)\/|[A-Za-z]:[\\/](?:Windows[\\/]Temp|Temp|Users[\\/]Public)[\\/]|%(?:TEMP|TMP|PUBLIC)%|\$(?:\{)?TMPDIR)/i;

function checkCommand({ value }: ConfiguredServer, report: Report): void {
  const { line, at } = commandOf(value);
  const [command, ...args] = line;
  if (command === undefined) return;
  if (SHELLS.has(programName(command)) && !isPlainCmd(command, args))
    report('config-shell', at, line.join(' ').slice(0, 200));
  const writable = line.find((word) => WRITABLE.test(word) && (word === command || isProgramFile(word)));
  if (writable !== undefined) report('config-writable-folder', at, writable.slice(0, 200));
  const unpinned = unpinnedPackage(command, args);
  if (unpinned !== undefined) report('config-unpinned', at, unpinned);
}

/** Windows starts scripts such as `npx` only through `cmd /c`. Without operators of the shell, that is no shell of its own. */
function isPlainCmd(command: string, [flag = '', program = '', ...rest]: readonly string[]): boolean {
  return (
    programName(command) === 'cmd' &&
    /^\/[ck]$/i.test(flag) &&
    /^[\w.@\\/:-]+$/.test(program) &&
    !SHELLS.has(programName(program)) &&
    !rest.some((word) => /[&|<>^]/.test(word))
  );
}

/** An argument that is a script, not data. */
function isProgramFile(word: string): boolean {
  return /\.(?:[cm]?[jt]s|py|rb|sh|exe|bat|cmd|ps1|jar|php|pl)$/i.test(word);
}

/** Returns the words of the command: Zed writes an object, others a text and a list. */
function commandOf(value: Readonly<Record<string, unknown>>): {
  readonly line: readonly string[];
  readonly at: ValuePath;
} {
  const command = own(value, 'command');
  const inner = isObject(command) ? command : value;
  const program = isObject(command) ? (own(command, 'path') ?? own(command, 'command')) : command;
  const args = own(inner, 'args');
  const texts = (list: unknown) =>
    Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
  if (Array.isArray(program)) return { line: texts(program), at: ['command'] };
  return { line: typeof program === 'string' ? [program, ...texts(args)] : [], at: ['command'] };
}

function checkUrl({ value }: ConfiguredServer, report: Report): void {
  for (const key of ['url', 'serverUrl', 'httpUrl', 'endpoint']) {
    const url = own(value, key);
    if (typeof url === 'string' && isPlainHttp(url)) report('config-plain-http', [key], withoutSecrets(url));
  }
  const args = own(value, 'args');
  if (!Array.isArray(args)) return;
  for (const [index, word] of args.entries())
    if (typeof word === 'string' && isPlainHttp(word))
      report('config-plain-http', ['args', index], withoutSecrets(word));
}

function isPlainHttp(text: string): boolean {
  if (!/^\s*http:\/\//i.test(text) || !URL.canParse(text.trim())) return false;
  return !isLoopback(new URL(text.trim()).hostname);
}

/** Returns a URL without the parts that may be secret. */
function withoutSecrets(text: string): string {
  const { origin, pathname } = new URL(text.trim());
  return `${origin}${pathname}`.slice(0, 200);
}

/** Names of variables, headers and flags that hold a secret. */
const SECRET_NAME =
  /(?:^|[_-])(?:api[_-]?key|key|token|secret|password|passwd|pwd|pat|credentials?|auth(?:orization)?|bearer|cookie)(?:$|[_-])|apikey|accesstoken|authtoken/i;
const NO_SECRET = /(?:^|[_-])(?:file|path|url|name|id|type|max|limit|header|location|dir|region)$/i;
/** What the client puts in from elsewhere. */
const REFERENCE =
  /^\s*(?:Bearer\s+|Basic\s+|token\s+)?(?:\$\{[^}]*\}|\$[A-Za-z_]\w*|%\w+%|\{\{[^}]*\}\})\s*$/;

function checkSecrets({ value }: ConfiguredServer, report: Report): void {
  for (const key of ['env', 'headers', 'requestInit', 'http_headers']) {
    for (const { text, name, path } of textsIn(own(value, key), [key])) {
      const secret = secretOf(text, name);
      if (secret !== undefined) report('config-secret', path, `${name}: ${secret}`);
    }
  }
  const args = own(value, 'args');
  const words = Array.isArray(args) ? args : [];
  for (const [index, word] of words.entries()) {
    if (typeof word !== 'string') continue;
    const [, flag = '', given = word] = /^(--?[\w-]+)[= ](.+)$/s.exec(word) ?? [];
    const previous: unknown = words[index - 1];
    const before = typeof previous === 'string' && /^--?[\w-]+$/.test(previous) ? previous : '';
    const secret = secretOf(given, flag === '' ? before : flag);
    if (secret !== undefined) report('config-secret', ['args', index], secret);
  }
  for (const key of ['url', 'serverUrl', 'httpUrl']) {
    const url = own(value, key);
    const secret = typeof url === 'string' ? secretInUrl(url) : undefined;
    if (secret !== undefined) report('config-secret', [key], secret);
  }
}

function secretOf(text: string, name: string): string | undefined {
  if (REFERENCE.test(text) || isPlaceholder(text)) return undefined;
  const [known] = secretsIn(text, name);
  if (known !== undefined) return known;
  const bare = name.replace(/^-+/, '');
  const value = text.replace(/^(?:Bearer|Basic|token)\s+/i, '');
  const isNamed = SECRET_NAME.test(bare) && !NO_SECRET.test(bare);
  return isNamed && value.length >= 8 && !/\s/.test(value) ? mask(value) : undefined;
}

function secretInUrl(text: string): string | undefined {
  const [known] = secretsIn(text, 'url');
  if (known !== undefined || !URL.canParse(text)) return known;
  const url = new URL(text);
  if (url.password !== '' && !REFERENCE.test(decodeURIComponent(url.password))) return mask(url.password);
  for (const [name, value] of url.searchParams)
    if (SECRET_NAME.test(name) && looksRandom(value)) return `${name}: ${mask(value)}`;
  return undefined;
}

function* textsIn(
  value: unknown,
  path: ValuePath,
): Iterable<{ readonly text: string; readonly name: string; readonly path: ValuePath }> {
  if (!isObject(value)) return;
  for (const [name, member] of Object.entries(value)) {
    if (typeof member === 'string') yield { text: member, name, path: [...path, name] };
    else yield* textsIn(member, [...path, name]);
  }
}
