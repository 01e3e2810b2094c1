import { nearest } from '../text/nearest.ts';
import { parseDuration } from '../time/duration.ts';
import type { DecisionContext } from './model.ts';

/** How a run makes its calls. Spec (execution safety): "Policy knobs and defaults". */
export interface ExecutionKnobs {
  /** Lets destructive tools run, once. */
  readonly executeDestructive: boolean;
  /** The most calls in total. Undefined: no limit. */
  readonly maxCalls: number | undefined;
  /** How many calls may be in flight at once, 1 or more. */
  readonly concurrency: number;
  /** Milliseconds between HTTP calls: from the arrival of one at the server, see `arrival`, to the start of the next. */
  readonly callDelay: number;
}

/** The defaults of the spec. */
export const DEFAULT_KNOBS: ExecutionKnobs = {
  executeDestructive: false,
  maxCalls: undefined,
  concurrency: 2,
  callDelay: 100,
};

/** A whole policy: what some functions need, others ignore. */
export type WholePolicy = Partial<ExecutionKnobs> & {
  readonly strict?: boolean;
  readonly context?: DecisionContext;
};

/** The knobs of the policy as the spec spells them. Spec (execution safety): "Policy knobs and defaults". */
const SPELLINGS = {
  executeDestructive: 'execute_destructive',
  maxCalls: 'max_calls',
  concurrency: 'concurrency',
  callDelay: 'call_delay',
  strict: 'strict',
  context: 'context',
} as const;

type Spellings = typeof SPELLINGS;

/** Options with each knob in camelCase or in the snake_case of the spec, never in both. */
export type EitherSpelling<T> = T & {
  readonly [K in keyof T & keyof Spellings as Spellings[K]]?: T[K];
};

/**
 * Returns options with the knobs in camelCase, whichever spelling was given, and `callDelay` in milliseconds. One object
 * of knobs may be passed to every function: a known knob that a function does not need is no error.
 * @param others the further keys that the caller knows
 * @throws TypeError on an unknown key, and on a knob in both spellings; a misspelt limit must not be ignored
 * @throws RangeError on a delay that is no duration
 */
export function readKnobs<T extends object>(given: T, others: readonly string[] = []): T {
  const knobs: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const name = camelCaseOf(key) ?? (others.includes(key) ? key : undefined);
    if (name === undefined) throw new TypeError(unknownKey(key, others));
    if (value === undefined) continue;
    if (Object.hasOwn(knobs, name)) {
      throw new TypeError(`\`${name}\` is given twice, also as \`${key}\`: remove one of them`);
    }
    knobs[name] = name === 'callDelay' ? readDelay(value) : value;
  }
  return knobs as T;
}

function camelCaseOf(key: string): string | undefined {
  return Object.entries(SPELLINGS).find((spellings) => spellings.includes(key))?.[0];
}

function readDelay(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  const delay = parseDuration(value);
  if (delay !== undefined) return delay;
  throw new RangeError(
    `the delay between calls must be milliseconds, or a text such as 100ms, found ${value}`,
  );
}

function unknownKey(key: string, others: readonly string[]): string {
  const near = nearest(key, [...Object.entries(SPELLINGS).flat(), ...others]);
  return `unknown option \`${key}\`${near === undefined ? '' : `: did you mean \`${near}\`?`}`;
}
