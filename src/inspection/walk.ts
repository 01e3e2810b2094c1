import type { ToolCall } from '../artifacts/audit-log/model.ts';
import type { ValuePath } from '../diagnostic.ts';
import { Leaf } from './leaf.ts';

/** Arguments nested more deeply are not walked: no tool takes them. */
export const MOST_LEVELS = 64;

/** After so many values, keys of objects not counted, the walk ends. */
export const MOST_VALUES = 10_000;

/** A whole number below this is no card number, and nothing else that is looked for. */
const SHORT_NUMBER = 100_000_000_000;

/** What a walk finds: a text, or the place at which it has to stop. */
export interface Visitor {
  readonly text: (leaf: Leaf) => void;
  /** Called once at most. */
  readonly cut: (path: ValuePath) => void;
}

/**
 * Shows every text of the arguments to a visitor, in the order of the call, and long whole numbers as texts. Lists of
 * texts that look like a command line, `["push", "--force"]`, are shown joined too: a program gets them as one.
 */
export function walkArguments(call: ToolCall, visitor: Visitor): void {
  const path: (string | number)[] = ['arguments'];
  let values = 0;
  let isCut = false;
  visit(call.arguments, 'arguments', '');

  function visit(value: unknown, key: string, program: string): void {
    if (isCut) return;
    if (typeof value === 'string') {
      values++;
      visitor.text(new Leaf(value, key, path, call));
    } else if (typeof value === 'number') {
      values++;
      if (Math.abs(value) >= SHORT_NUMBER && Number.isSafeInteger(value)) {
        visitor.text(new Leaf(String(value), key, path, call));
      }
    } else if (typeof value === 'object' && value !== null) {
      values++;
      if (path.length > MOST_LEVELS || values > MOST_VALUES) stop();
      else if (Array.isArray(value)) visitList(value, key, program);
      else visitObject(value as Readonly<Record<string, unknown>>);
      return;
    }
    if (values > MOST_VALUES) stop();
  }

  function visitList(list: readonly unknown[], key: string, program: string): void {
    for (let at = 0; at < list.length && !isCut; at++) {
      path.push(at);
      visit(list[at], key, '');
      path.pop();
    }
    const line = commandLine(list, program);
    if (line !== undefined && !isCut) visitor.text(new Leaf(line, 'command', path, call));
  }

  function visitObject(object: Readonly<Record<string, unknown>>): void {
    const program = programIn(object);
    // own keys only, `__proto__` among them: they are read, and never written
    for (const key of Object.keys(object)) {
      if (isCut) return;
      path.push(key);
      visit(object[key], key, program);
      path.pop();
    }
  }

  function stop(): void {
    isCut = true;
    visitor.cut(path);
  }
}

/** The longest list that is joined to a command line, and the longest text in it. */
const MOST_WORDS = 64;
const LONGEST_WORD = 1000;

/** A list of texts, one of which is a flag, as a command line. */
function commandLine(list: readonly unknown[], program: string): string | undefined {
  if (list.length === 0 || list.length > MOST_WORDS) return undefined;
  const areWords = list.every((word) => typeof word === 'string' && word.length <= LONGEST_WORD);
  const isLine =
    areWords && (program !== '' || list.some((word) => /^-|^push$|^destroy$/.test(word as string)));
  return isLine ? `${program} ${list.join(' ')}`.trim() : undefined;
}

/** The program that an object names beside its list of arguments: `{command: "git", args: [...]}`. */
function programIn(object: Readonly<Record<string, unknown>>): string {
  for (const key of ['command', 'cmd', 'program', 'executable']) {
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    if (typeof value === 'string' && /^[\w./-]{1,100}$/.test(value)) return value;
  }
  return '';
}
