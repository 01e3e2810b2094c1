import type { ValuePath } from '../../../diagnostic.ts';
import type { Contradictions } from '../../../documents/contradictions.ts';
import { clip } from '../../../text/clip.ts';
import { isSet } from '../events/answer.ts';
import { factsOfKey, wordOf } from '../events/call-keys.ts';
import { holdsCall } from '../events/holds-call.ts';
import { isCarrierOfCalls, strayArgumentsIn } from '../events/looks-like-call.ts';

/** The keys of a level of a recording, and a name for it in messages. */
interface Level {
  readonly what: string;
  readonly keys: ReadonlySet<string>;
}

const ROOT: Level = {
  what: 'recording',
  keys: new Set([
    ...['schema_version', 'kind', 'model', 'provider', 'system_prompt', 'prompt', 'recorded_at', 'usage'],
    ...['cost_micros', 'caveats', 'unread', 'final_response', 'conversation', 'turns', 'tool_calls'],
  ]),
};

const TURN: Level = {
  what: 'turn',
  keys: new Set(['user', 'tool_calls', 'final_response', 'refused', 'usage']),
};

const CALL: Level = {
  what: 'call',
  keys: new Set([
    ...['name', 'server', 'args', 'arguments', 'input', 'raw_args', 'is_error', 'isError', 'error', 'result'],
    ...['unanswered', 'abandoned', 'agent', 'parallel'],
  ]),
};

/**
 * Refuses keys of our own form that nearly are known ones, and keys with what looks like calls: to pass over them would
 * lose calls and replies. There may be a million calls, so only keys that are not known cost time.
 *
 * Spec (recordings): "One rule against silent loss".
 */
export class NearMisses {
  readonly #faults: Contradictions;
  /** The known key that an unknown one is a spelling of, if any, by level and key. */
  readonly #words = new Map<string, string | undefined>();

  readonly #isTool: (name: string) => boolean;

  /** @param isTool whether the recording has a call to a tool of this name */
  constructor(faults: Contradictions, isTool: (name: string) => boolean) {
    this.#faults = faults;
    this.#isTool = isTool;
  }

  root(value: Readonly<Record<string, unknown>>): void {
    this.#look(ROOT, value, []);
  }

  turn(value: object, path: ValuePath): void {
    const keys = Object.keys(value);
    const isMeant = (key: string) => TURN.keys.has(key) || this.#respelt(TURN, key) !== undefined;
    if (keys.length > 0 && !keys.some(isMeant)) {
      const named = keys.slice(0, 5).map((key) => `\`${clip(key)}\``);
      const help = 'a turn has `user`, `tool_calls` and `final_response`; write a call into `tool_calls`';
      this.#faults.add(path, `is not a turn: found ${named.join(', ')}`, help);
      return;
    }
    this.#look(TURN, value, path);
  }

  /** @param list the path of the list that the call is in */
  call(value: object, list: ValuePath, index: number): void {
    for (const key in value) {
      if (CALL.keys.has(key)) continue;
      // the path is made only for a call with a key that is not known
      this.#look(CALL, value, [...list, index]);
      this.#refuseStrayArguments(value as Record<string, unknown>, [...list, index]);
      return;
    }
  }

  #refuseStrayArguments(call: Readonly<Record<string, unknown>>, path: ValuePath): void {
    if (ARGS_KEYS.some((key) => call[key] !== undefined)) return;
    const stray = strayArgumentsIn(call);
    if (stray === undefined) return;
    this.#faults.add([...path, stray], 'looks like the arguments of the call', 'write them as `args`');
  }

  #look(level: Level, value: object, path: ValuePath): void {
    for (const key in value) {
      if (level.keys.has(key)) continue;
      const member = (value as Record<string, unknown>)[key];
      if (isEmptyValue(member)) continue;
      const known = this.#respelt(level, key);
      if (known !== undefined) {
        this.#faults.add([...path, key], `is not a key of a ${level.what}`, `did you mean \`${known}\`?`);
      } else if (this.#isCarrier(key, member) || this.#mayHoldCall(key, member)) {
        this.#faults.add([...path, key], UNREAD, 'write calls under `tool_calls`');
      }
    }
  }

  /** Whether the value under a key holds calls, by the name of the key. */
  #isCarrier(key: string, value: unknown): boolean {
    const meant = key === 'calls' || key === 'call' ? 'tool_calls' : key;
    return isCarrierOfCalls(meant, value, factsOfKey(key).isSetting, this.#isTool);
  }

  #mayHoldCall(key: string, value: unknown): boolean {
    const { isExpectation, isSetting } = factsOfKey(key);
    return !isExpectation && holdsCall(value, { isAmongSettings: isSetting, isTool: this.#isTool });
  }

  /** Returns the key that another key is a spelling of, by its words: `finalResponse` is `final_response`. */
  #respelt(level: Level, key: string): string | undefined {
    const place = `${level.what} ${key}`;
    if (!this.#words.has(place)) {
      const word = wordOf(key);
      this.#words.set(
        place,
        [...level.keys].find((known) => wordOf(known) === word),
      );
    }
    return this.#words.get(place);
  }
}

const ARGS_KEYS = ['args', 'arguments', 'input', 'raw_args'] as const;

const UNREAD = 'looks like a tool call, but is in a place that is not read';

function isEmptyValue(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
  return !isSet(value) || value === false || value === '';
}
