import type { ValuePath } from '../../../diagnostic.ts';
import { isObject, valueAt } from '../../../values/own-property.ts';
import { factsOfKey } from './call-keys.ts';
import { holdsCall, isSaid, mayBeJson } from './holds-call.ts';
import { isCarrierOfCalls, looksLikeCall, strayArgumentsIn } from './looks-like-call.ts';

/** Stop looking after this many places: they are enough to see that a part of the recording is not read. */
const MOST_PLACES = 5;

/**
 * Keeps account of which parts of a recording were read, so that no call is lost without a word: what looks like a call
 * and was neither read nor left out on purpose is found by {@link unread}, under whatever key it is, also as JSON text.
 *
 * Spec (recordings): "One rule against silent loss".
 */
export class Ledger {
  #root: unknown;
  #depth = 0;
  #calls = new Set<unknown>();
  /** Arguments, results, and what was left out on purpose: nothing in them is a call of the agent. */
  #closed = new Set<unknown>();
  /** The ids of the calls that were read in the recording. JSON texts, such as bodies of requests, repeat calls. */
  readonly #ids = new Set<string>();
  /** The names of the tools that were called: next to an object, such a name is suspicious under any key. */
  readonly #tools = new Set<string>();
  readonly #isTool = (name: string) => this.#tools.has(name);
  readonly #isCopy = (call: Readonly<Record<string, unknown>>) => idsIn(call).some((id) => this.#ids.has(id));

  /**
   * Begins a document, or one row of it, and forgets the one before.
   * @param depth the number of segments of a path that lead to the root
   */
  begin(root: unknown, depth = 0): void {
    this.#root = root;
    this.#depth = depth;
    // not cleared: the table that a set leaves behind leads to its next one, so that V8 kept the parts of dead rows
    if (this.#calls.size > 0) this.#calls = new Set();
    if (this.#closed.size > 0) this.#closed = new Set();
    if (depth > 0) return;
    this.#ids.clear();
    this.#tools.clear();
  }

  /** Notes that a call was read, where its arguments are, its id, and its tool. */
  call(path: ValuePath, argsPath: ValuePath, id?: string, tool?: string): void {
    if (tool !== undefined) this.#tools.add(tool);
    if (id !== undefined && id !== '') this.#ids.add(id);
    this.#calls.add(this.#at(path));
    // the name and the arguments may be in an object of their own, inside the call
    this.#calls.add(this.#at(argsPath.slice(0, -1)));
    this.#close(this.#at(argsPath));
  }

  /** Whether a call with this id was read in the recording. */
  hasRead(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Returns the key under which the arguments of a call may be hidden that seems to have none. */
  strayArguments(argsPath: ValuePath): string | undefined {
    const call = this.#at(argsPath.slice(0, -1));
    return isObject(call) ? strayArgumentsIn(call) : undefined;
  }

  /** Notes that the answer to a call was read. Of a call that contains its answer, only the answer is closed. */
  result(path: ValuePath): void {
    const value = this.#at(path);
    if (!this.#calls.has(value)) this.#close(value);
    else
      for (const key of ['result', 'output', 'response', 'content', 'error'])
        this.#close(this.#at([...path, key]));
  }

  /** Notes that a part is known and is not read: a copy of what is read elsewhere, or something that is not a call. */
  leaveOut(path: ValuePath): void {
    this.#close(this.#at(path));
  }

  /** Notes that a text was read as what someone said. */
  said(text: string): void {
    this.#close(text);
  }

  /** The value at a path; of a path that goes on inside a JSON text, the text. */
  #at(path: ValuePath): unknown {
    let at = this.#root;
    for (let index = this.#depth; index < path.length; index++) {
      if (typeof at === 'string') return at;
      at = valueAt(at, [path[index] as string | number]);
    }
    return at;
  }

  #close(value: unknown): void {
    if (isWorthALook(value)) this.#closed.add(value);
  }

  /** The paths, from the root, of parts that look like calls and were neither read nor left out on purpose. */
  unread(): ValuePath[] {
    const found: ValuePath[] = [];
    this.#look(this.#root, [], false, found);
    return found;
  }

  #look(value: unknown, path: (string | number)[], isAmongSettings: boolean, found: ValuePath[]): void {
    if (typeof value === 'string') {
      if (this.#isCallInText(value, isAmongSettings)) found.push([...path]);
      return;
    }
    if (typeof value !== 'object' || value === null || this.#closed.has(value)) return;
    if (Array.isArray(value)) {
      for (const [index, element] of value.entries()) {
        if (found.length >= MOST_PLACES) return;
        if (isWorthALook(element)) this.#lookInto(element, index, path, isAmongSettings, found);
      }
      return;
    }
    const object = value as Record<string, unknown>;
    if (!this.#calls.has(value) && looksLikeCall(object, isAmongSettings, this.#isTool)) {
      found.push([...path]);
      return;
    }
    for (const key of Object.keys(object)) {
      if (found.length >= MOST_PLACES) return;
      const member = object[key];
      if (!isWorthALook(member)) continue;
      const { isExpectation, isSetting } = factsOfKey(key);
      if (isExpectation || (typeof member === 'string' && isSaid(key))) continue;
      const before = found.length;
      this.#lookInto(member, key, path, isAmongSettings || isSetting, found);
      if (found.length > before || this.#holdsRead(member)) continue;
      if (isCarrierOfCalls(key, member, isAmongSettings, this.#isTool)) found.push([...path, key]);
    }
  }

  #isCallInText(text: string, isAmongSettings: boolean): boolean {
    if (this.#closed.has(text) || this.#calls.has(text)) return false;
    return holdsCall(text, { isAmongSettings, isKnown: this.#isCopy, isTool: this.#isTool });
  }

  #lookInto(
    value: unknown,
    segment: string | number,
    path: (string | number)[],
    isAmongSettings: boolean,
    found: ValuePath[],
  ): void {
    path.push(segment);
    this.#look(value, path, isAmongSettings, found);
    path.pop();
  }

  /** Whether a value, or each element of a list, was read or left out. */
  #holdsRead(value: unknown): boolean {
    const isRead = (each: unknown) => this.#calls.has(each) || this.#closed.has(each);
    return isRead(value) || (Array.isArray(value) && value.every(isRead));
  }
}

/** Whether a value may hold calls. */
function isWorthALook(value: unknown): boolean {
  return typeof value === 'string' ? mayBeJson(value) : typeof value === 'object' && value !== null;
}

/** The ids that a call names, whichever way its format spells it. */
function idsIn(call: Readonly<Record<string, unknown>>): string[] {
  return ID_KEYS.flatMap((key) => {
    const id = call[key];
    return typeof id === 'string' ? [id] : [];
  });
}

const ID_KEYS = [
  'id',
  'call_id',
  'callId',
  'tool_call_id',
  'toolCallId',
  'tool_use_id',
  'toolUseId',
  'tool_id',
] as const;

/** The problem of a part that looks like a call and is not read. */
export const UNREAD_CALL = {
  message: 'looks like a tool call, but is in a place that is not read',
  help: 'a run without it would be judged wrongly: rename the key, or remove the value',
} as const;
