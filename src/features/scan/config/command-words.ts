import type { ValuePath } from '../../../diagnostic.ts';
import { isObject, own } from '../../../values/own-property.ts';

/** A word of a command line, and where it stands below the server. */
export interface Word {
  readonly text: string;
  readonly path: ValuePath;
}

/** A program with its arguments. */
export interface Started {
  readonly program: string;
  readonly args: readonly Word[];
}

type Members = Readonly<Record<string, unknown>>;

/** Returns the words of the command: Zed writes an object, some clients one list or one line, others a text and a list. */
export function commandWords(server: Members): readonly Word[] {
  const command = own(server, 'command');
  if (Array.isArray(command)) return wordsAt(command, ['command']);
  if (!isObject(command))
    return [...programWords(command, ['command'], server), ...wordsAt(own(server, 'args'), ['args'])];
  const key = Object.hasOwn(command, 'path') ? 'path' : 'command';
  const at = ['command', key];
  return [
    ...programWords(own(command, key), at, command),
    ...wordsAt(own(command, 'args'), ['command', 'args']),
  ];
}

function wordsAt(list: unknown, path: ValuePath): Word[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((text, index) => (typeof text === 'string' ? [{ text, path: [...path, index] }] : []));
}

/** A command with blanks is a whole line, unless it is the path of a program such as `C:\Program Files\node.exe`. */
function programWords(program: unknown, path: ValuePath, holder: Members): Word[] {
  if (typeof program !== 'string') return [];
  const words = splitLine(program);
  const args = own(holder, 'args');
  const hasArguments = Array.isArray(args) && args.length > 0;
  const isLine = isKnown(words[0] ?? '') || (!hasArguments && !/[\\/]/.test(words[0] ?? ''));
  return (isLine ? words : [program]).map((text) => ({ text, path }));
}

const isKnown = (word: string) =>
  SHELLS.has(programName(word)) ||
  Object.hasOwn(WRAPPERS, programName(word)) ||
  STARTERS.has(programName(word));

/** Programs that are given packages, and so have no blank in their name. */
const STARTERS = new Set(
  'npx npm bunx pnpx pnpm yarn bun uvx uv pipx docker podman nerdctl deno go node python python3'.split(' '),
);

/** Programs that read what to do from a line or a file. */
export const SHELLS: ReadonlySet<string> = new Set(
  'sh bash zsh dash ash fish ksh mksh csh tcsh rbash nu xonsh elvish cmd powershell pwsh'.split(' '),
);

/** Splits a line at its blanks; what stands in quotes is one word. */
export function splitLine(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|[^\s"']+/g)].map(
    ([word, double, single]) => double ?? single ?? word,
  );
}

/** Returns the name of a program without its folder and its ending. */
export function programName(command: string): string {
  const name = command.trim();
  return name
    .slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
    .replace(/\.(?:exe|cmd|bat|ps1)$/i, '')
    .toLowerCase();
}

/** How a program is told which other one to start. */
interface Wrapper {
  /** Flags with a value of their own. */
  readonly valued?: readonly string[];
  /** Words before the program that are neither: `A=b` of env, the time of timeout. */
  readonly leading?: RegExp;
  /** The program stands after `--`, and nowhere else. */
  readonly isBehindDashes?: boolean;
}

/** Programs that start the program that their arguments name. */
const WRAPPERS: Readonly<Record<string, Wrapper>> = {
  env: { valued: ['-u', '--unset', '-C', '--chdir'], leading: /^\w+=/ },
  cmd: { leading: /^\/[a-z]/i },
  sudo: { valued: ['-u', '--user', '-g', '--group', '-h', '--host', '-D', '--chdir'], leading: /^\w+=/ },
  doas: { valued: ['-u', '-C'] },
  nohup: {},
  setsid: {},
  stdbuf: { valued: ['-i', '-o', '-e'] },
  nice: { valued: ['-n', '--adjustment'] },
  timeout: { valued: ['-k', '--kill-after', '-s', '--signal'], leading: /^[\d.]+[smhd]?$/ },
  time: {},
  exec: {},
  busybox: {},
  wsl: { valued: ['-d', '--distribution', '-u', '--user', '--cd', '--shell-type'] },
  op: { isBehindDashes: true },
  doppler: { isBehindDashes: true },
  infisical: { isBehindDashes: true },
  'aws-vault': { isBehindDashes: true },
  dotenvx: { isBehindDashes: true },
};

/** So many programs start each other at most: `sudo env nohup bash`. */
const MOST_WRAPPED = 6;

/** Returns the program of a line and those that it starts in turn: `env A=b bash -c x` starts env, which starts bash. */
export function startedBy(words: readonly Word[]): Started[] {
  const started: Started[] = [];
  let rest = words;
  while (rest.length > 0 && started.length < MOST_WRAPPED) {
    const [first, ...args] = rest as [Word, ...Word[]];
    started.push({ program: first.text, args });
    rest = wrappedIn(programName(first.text), args);
  }
  return started;
}

function wrappedIn(name: string, args: readonly Word[]): readonly Word[] {
  // npx as a script of node
  const script = name === 'node' ? /(?:^|[\\/])(np[mx])-cli\.js$/.exec(args[0]?.text ?? '')?.[1] : undefined;
  if (script !== undefined) return [{ text: script, path: args[0]?.path ?? [] }, ...args.slice(1)];
  const wrapper = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (!wrapper) return [];
  const { valued = [], leading, isBehindDashes } = wrapper;
  const dashes = args.findIndex(({ text }) => text === '--');
  if (isBehindDashes) return dashes === -1 ? [] : args.slice(dashes + 1);
  let at = 0;
  for (; at < args.length; at++) {
    const { text, path } = args[at] as Word;
    // the whole line in one word
    if (name === 'env' && /^(?:-S|--split-string)$/.test(text)) return splitWord(args[at + 1]);
    if (name === 'env' && text.startsWith('-S')) return splitWord({ text: text.slice(2), path });
    if (valued.includes(text)) at++;
    else if (!text.startsWith('-') && !leading?.test(text)) break;
  }
  // `cmd /c "npx -y pkg"`
  return name === 'cmd' && at === args.length - 1 ? splitWord(args[at]) : args.slice(at);
}

function splitWord(word: Word | undefined): Word[] {
  return word ? splitLine(word.text).map((text) => ({ text, path: word.path })) : [];
}
