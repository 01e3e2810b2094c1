import type { ToolCall } from '../artifacts/audit-log/model.ts';
import type { ValuePath } from '../diagnostic.ts';
import { Leaf } from './leaf.ts';

/** Arguments nested more deeply are not inspected: real tools do not use such nesting. */
export const MOST_LEVELS = 64;

/** The walk ends after this many values; keys of objects do not count. */
export const MOST_VALUES = 10_000;

/** A smaller whole number is too short for a card number or anything else that detectors look for. */
const SHORT_NUMBER = 100_000_000_000;

/** A key that cannot contain anything that detectors look for: short, and of letters. */
const PLAIN_KEY = /^[A-Za-z_$][A-Za-z_$-]{0,17}\d{0,2}$/;

/** Receives the results of a walk: texts, and the place at which it had to stop. */
export interface Visitor {
  readonly text: (leaf: Leaf) => void;
  /** Called at most once. */
  readonly cut: (path: ValuePath) => void;
}

/**
 * Passes every text of the arguments to a visitor, in the order of the call: keys, values, and long whole numbers. A list of
 * texts that looks like a command line, such as `["push", "--force"]`, is also passed joined, as a program would
 * receive it.
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
    // own keys only, including `__proto__`: they are read and never written
    for (const key of Object.keys(object)) {
      if (isCut) return;
      path.push(key);
      if (!PLAIN_KEY.test(key)) visitor.text(new Leaf(key, '', path, call));
      visit(object[key], key, program);
      path.pop();
    }
  }

  function stop(): void {
    isCut = true;
    visitor.cut(path);
  }
}

/** The limits for joining a list to a command line: its length, and the length of each text. */
const MOST_WORDS = 64;
const LONGEST_WORD = 1000;

/** Joins a list of texts to a command line if one of them is a flag. */
function commandLine(list: readonly unknown[], program: string): string | undefined {
  if (list.length === 0 || list.length > MOST_WORDS) return undefined;
  if (!list.every(isWord)) return undefined;
  const isLine = program !== '' || list.some((word) => /^-|^push$|^destroy$/.test(word));
  return isLine ? `${program} ${list.join(' ')}`.trim() : undefined;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_WORD;
}

/** Returns the program that an object names next to its list of arguments: `{command: "git", args: [...]}`. */
function programIn(object: Readonly<Record<string, unknown>>): string {
  for (const key of ['command', 'cmd', 'program', 'executable']) {
    const value = Object.hasOwn(object, key) ? object[key] : undefined;
    if (typeof value === 'string' && /^[\w./-]{1,100}$/.test(value)) return value;
  }
  return '';
}
