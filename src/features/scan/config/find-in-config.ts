import type { ClientConfig, ConfiguredServer } from '../../../artifacts/client-config/read.ts';
import { URL_KEYS } from '../../../artifacts/client-config/server-faults.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import { isLoopback } from '../../../net/hosts.ts';
import { foldLookAlikes } from '../../../text/look-alikes.ts';
import { isObject, own } from '../../../values/own-property.ts';
import type { Found } from '../core/rule.ts';
import { SecretsSeen } from '../core/secrets-seen.ts';
import { learnFrom } from '../rules/secrets.ts';
import { commandWords, programName, SHELLS, type Started, startedBy, type Word } from './command-words.ts';
import { CONFIG_RULES } from './config-rules.ts';
import { type ConfigSecret, secretsInMembers, secretsInUrl, secretsInWords } from './config-secrets.ts';
import { unpinnedPackages } from './packages.ts';
import { fromWritableFolder } from './writable.ts';

type Rule = keyof typeof CONFIG_RULES;
type Report = (rule: Rule, path: ValuePath, evidence: string) => void;

/** Finds what is risky in configurations of clients. Nothing in them is started. @param secrets learns what the report must mask */
export function findInConfigs(configs: readonly ClientConfig[], secrets = new SecretsSeen()): Found[] {
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
      const words = commandWords(server.value);
      checkCommand(server, words, report);
      checkUrl(server, words, report);
      for (const { path, shown, secret } of secretsOf(server, words)) {
        report('config-secret', path, shown);
        secrets.learn(secret);
      }
      for (const text of textsIn(server.value)) learnFrom(text, secrets);
    }
  }
  return found;
}

/** The same server in two files is one server. */
function isSame(one: ConfiguredServer, other: ConfiguredServer): boolean {
  return one.name === other.name && JSON.stringify(one.value) === JSON.stringify(other.value);
}

function checkCommand({ value }: ConfiguredServer, words: readonly Word[], report: Report): void {
  const at = ['command'];
  const started = startedBy(words);
  if (started.some(isShell))
    report(
      'config-shell',
      at,
      words
        .map(({ text }) => text)
        .join(' ')
        .slice(0, 200),
    );
  const writable = fromWritableFolder(value, started);
  if (writable !== undefined) report('config-writable-folder', at, writable.slice(0, 200));
  for (const { program, args } of started) {
    const unpinned = unpinnedPackages(
      program,
      args.map(({ text }) => text),
    );
    if (unpinned.length > 0) report('config-unpinned', at, unpinned.join(', ').slice(0, 200));
  }
}

function isShell(started: Started): boolean {
  const name = programName(started.program);
  const isCall = name === 'npx' && started.args.some(({ text }) => /^(?:-c|--call)(?:=|$)/.test(text));
  return isCall || (SHELLS.has(name) && !isPlainCmd(started));
}

/** Windows starts scripts such as `npx` only through `cmd /c`. Without operators of the shell, that is no shell of its own. */
function isPlainCmd({ program, args }: Started): boolean {
  const words = args.map(({ text }) => text);
  const first = words.findIndex((word) => !/^\/[a-z]/i.test(word));
  return (
    programName(program) === 'cmd' &&
    words.some((word) => /^\/[ck]$/i.test(word)) &&
    /^[\w.@\\/:-]+$/.test(words[first] ?? '') &&
    !words.slice(first + 1).some((word) => /[&|<>^]/.test(word))
  );
}

function checkUrl({ value }: ConfiguredServer, words: readonly Word[], report: Report): void {
  const check = (text: unknown, path: ValuePath) => {
    if (typeof text === 'string' && isPlainText(text))
      report('config-plain-http', path, withoutSecrets(text));
  };
  for (const key of URL_KEYS) check(own(value, key), [key]);
  // `--url=http://…`
  for (const { text, path } of words) check(text.replace(/^--?[\w-]+=/, ''), path);
}

/** Whether a URL leads to another machine without encryption. */
function isPlainText(text: string): boolean {
  if (!/^\s*(?:http|ws):\/\//i.test(text) || !URL.canParse(text.trim())) return false;
  return !isLoopback(new URL(text.trim()).hostname);
}

/** Returns a URL without the parts that may be secret. */
function withoutSecrets(text: string): string {
  const { protocol, host, pathname } = new URL(text.trim());
  return `${protocol}//${host}${pathname}`.slice(0, 200);
}

/** Members that name the server or what the client does with it. The others may hold secrets: env, headers, oauth, settings. */
const NO_VALUES: readonly string[] = [
  'command',
  'args',
  'cwd',
  'type',
  'transport',
  'description',
  'name',
  ...URL_KEYS,
];

function secretsOf({ value }: ConfiguredServer, words: readonly Word[]): ConfigSecret[] {
  const command = own(value, 'command');
  const members = Object.entries(value).filter(([key]) => !NO_VALUES.includes(key));
  return [
    ...members.flatMap(([key, member]) => secretsInMembers(member, key, [key])),
    ...(isObject(command) ? secretsInMembers(own(command, 'env'), 'env', ['command', 'env']) : []),
    ...secretsInWords(words),
    ...URL_KEYS.flatMap((key) => {
      const url = own(value, key);
      return typeof url === 'string' ? secretsInUrl(url, [key]) : [];
    }),
  ];
}

/** Lists every text and every name below a value. */
function* textsIn(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value;
  if (typeof value !== 'object' || value === null) return;
  for (const [name, member] of Object.entries(value)) {
    yield name;
    yield* textsIn(member);
  }
}
