import type { CommandNode, OperandNode } from '../../command-tree.ts';
import { type Flag, type FlagTable, nameOfFlag, PROGRAM_FLAGS } from '../../flags.ts';

/** What a shell offers for a value: nothing, since any text will do; files; words; or `WORD=` and then a file. */
export type Values =
  | { readonly kind: 'text' }
  | { readonly kind: 'files' }
  | { readonly kind: 'words'; readonly words: readonly string[] }
  | { readonly kind: 'reports'; readonly words: readonly string[] };

/** A word that a shell offers, and what it is. */
export interface Offer {
  readonly name: string;
  readonly about: string;
}

/** A flag that a shell offers. */
export interface FlagOffer extends Offer {
  /** What follows it; undefined for a switch. */
  readonly values: Values | undefined;
}

/** What a shell offers after a command. */
export interface Place {
  /** The words after `mcptest`: `policy simulate`; empty for the program. */
  readonly path: string;
  readonly commands: readonly Offer[];
  readonly flags: readonly FlagOffer[];
  /** What comes without a flag; undefined if nothing does. */
  readonly operand: Values | undefined;
}

/** How flags and operands are spelt that take a file or a folder. */
const FILES = [
  ...['file', 'files...', 'file[#pointer]', 'folder', 'path', 'run.json', 'evidence.json'],
  ...['suite', 'suite...', 'catalog...', 'tools', 'command...'],
];

const HELP: FlagOffer = { name: '--help', about: 'display help for command', values: undefined };
const VERSION: FlagOffer = { name: '--version', about: 'output the version number', values: undefined };

/**
 * Returns what a shell offers in every place of the command line: for the program, for each group and for each command.
 * @param facts the names of all facts, which the value of `<fact>` is one of
 */
export function toOffers(program: CommandNode, facts: readonly string[]): readonly Place[] {
  return placesOf(program, [], facts);
}

function placesOf(node: CommandNode, path: readonly string[], facts: readonly string[]): Place[] {
  const ofEach: FlagTable = PROGRAM_FLAGS;
  const place = {
    path: path.join(' '),
    commands: node.commands.map(({ name, about }) => ({ name, about })),
    flags: [
      ...[...node.flags, ...ofEach].map((flag) => toFlagOffer(flag, facts)),
      HELP,
      ...(path.length === 0 ? [VERSION] : []),
    ],
    operand: node.operand && valuesOfOperand(node.operand),
  };
  return [place, ...node.commands.flatMap((each) => placesOf(each, [...path, each.name], facts))];
}

function toFlagOffer(flag: Flag, facts: readonly string[]): FlagOffer {
  return { name: nameOfFlag(flag), about: flag.about, values: valuesOfFlag(flag, facts) };
}

function valuesOfFlag(flag: Flag, facts: readonly string[]): Values | undefined {
  if (flag.kind !== 'value') return undefined;
  const { takes, spelling } = flag;
  switch (takes.kind) {
    case 'word':
      return { kind: 'words', words: takes.words };
    case 'report':
      return { kind: 'reports', words: takes.formats };
    case 'number':
      return { kind: 'text' };
    case 'text':
      return spelling.endsWith('<fact>') ? { kind: 'words', words: facts } : ofPlaceholder(spelling);
  }
}

function valuesOfOperand({ spelling, words }: OperandNode): Values {
  return words === undefined ? ofPlaceholder(spelling) : { kind: 'words', words };
}

function ofPlaceholder(spelling: string): Values {
  // `--out <file>`, `<file>`, `[file]`
  const named = spelling.slice(spelling.lastIndexOf(' ') + 1).slice(1, -1);
  return { kind: FILES.includes(named) ? 'files' : 'text' };
}
