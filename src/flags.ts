/**
 * The flags of a command as data: how each is spelt, what it takes, and how often it may be given. A table of them says
 * what the command line accepts, and {@link OptionsOf} the table what the command gets: the key of an option is derived
 * from the spelling of its flag, so that a command which reads `maxAge` does not compile without `--max-age`.
 */

/** What the value of a flag must be: any text, one of some words, or a whole number. */
export type Takes =
  | { readonly kind: 'text' }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'number'; readonly least: number; readonly most: number };

/** How often a flag with a value is given: exactly once, once or not at all, or as often as one likes. */
export type Times = 'once' | 'optional' | 'repeated';

/** A flag with a value: `--max-age <duration>`. */
export interface ValueFlag<S extends string = string, N extends Times = Times, T extends Takes = Takes> {
  readonly kind: 'value';
  readonly spelling: S;
  /** What the help says of it. */
  readonly about: string;
  readonly times: N;
  readonly takes: T;
}

/** A flag without a value: `--gate`. With `--no-` it switches off what is on. */
export interface Switch<S extends string = string> {
  readonly kind: 'switch';
  readonly spelling: S;
  readonly about: string;
}

/** A short way to give another flag a value: `--json` is `--format json`. A command gets the other option only. */
export interface Shorthand<S extends string = string> {
  readonly kind: 'shorthand';
  readonly spelling: S;
  readonly about: string;
  /** The other flag without its value. */
  readonly flag: string;
  readonly value: string;
}

export type Flag = ValueFlag | Switch | Shorthand;

/** The flags of a command, in the order of its help. */
export type FlagTable = readonly Flag[];

type Text = { readonly kind: 'text' };
type Word<W extends string> = { readonly kind: 'word'; readonly words: readonly W[] };
type WholeNumber = Extract<Takes, { kind: 'number' }>;

/** A flag with a value, given at most once. */
export function value<const S extends string>(spelling: S, about: string): ValueFlag<S, 'optional', Text> {
  return { kind: 'value', spelling, about, times: 'optional', takes: { kind: 'text' } };
}

/** A flag with a value that must be given. */
export function required<const S extends string>(spelling: S, about: string): ValueFlag<S, 'once', Text> {
  return { ...value(spelling, about), times: 'once' };
}

/** A flag with a value that may be given several times. */
export function values<const S extends string>(spelling: S, about: string): ValueFlag<S, 'repeated', Text> {
  return { ...value(spelling, about), times: 'repeated' };
}

/** A flag that takes one of the given words; the help says which it is when it is left out, the first unless told otherwise. */
export function choice<const S extends string, const W extends string>(
  spelling: S,
  about: string,
  words: readonly W[],
  fallback: string | undefined = words[0],
): ValueFlag<S, 'optional', Word<W>> {
  const takes = { kind: 'word', words } as const;
  return { ...value(spelling, `${about}: ${words.join(', ')} (default: ${fallback})`), takes };
}

/** A flag that takes one of the given words and may be left out: that says nothing then. */
export function optionalChoice<const S extends string, const W extends string>(
  spelling: S,
  about: string,
  words: readonly W[],
): ValueFlag<S, 'optional', Word<W>> {
  return { ...value(spelling, `${about}: ${words.join(', ')}`), takes: { kind: 'word', words } };
}

/** A flag that takes one of the given words and may be given several times. */
export function choices<const S extends string, const W extends string>(
  spelling: S,
  about: string,
  words: readonly W[],
): ValueFlag<S, 'repeated', Word<W>> {
  const help = `${about}; may be given several times: ${words.join(', ')}`;
  return { ...values(spelling, help), takes: { kind: 'word', words } };
}

/** A flag that takes a whole number, `least` and `most` among the allowed ones. */
export function whole<const S extends string>(
  spelling: S,
  about: string,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): ValueFlag<S, 'optional', WholeNumber> {
  return { ...value(spelling, about), takes: { kind: 'number', least, most } };
}

/** A flag without a value. */
export function flag<const S extends string>(spelling: S, about: string): Switch<S> {
  return { kind: 'switch', spelling, about };
}

/** A flag that is short for another one with its value. */
export function shorthand<const S extends string>(spelling: S, flag: string, value: string): Shorthand<S> {
  return { kind: 'shorthand', spelling, about: `the same as ${flag} ${value}`, flag, value };
}

/** What every command may be told. */
export const PROGRAM_FLAGS = [
  flag('--no-color', 'print without colour'),
  flag('--debug', 'print the stack of an error'),
] as const satisfies FlagTable;

/** The flag without its value: `--max-age` of `--max-age <duration>`. */
export function nameOfFlag({ spelling }: Flag): string {
  return spelling.replace(/ .*/, '');
}

/** The key under which the value of a flag is found: `maxAge` of `--max-age`, `color` of `--no-color`. */
export function keyOfFlag(name: string): string {
  return name.replace(/^--(no-)?/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

type NameOf<S> = S extends `--no-${infer N}` ? N : S extends `--${infer N}` ? N : never;

type WithoutValue<S> = S extends `${infer Name} ${string}` ? Name : S;

type CamelCase<S> = S extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : S;

type KeyOf<F> = F extends ValueFlag<infer S> | Switch<infer S> ? CamelCase<NameOf<WithoutValue<S>>> : never;

type Taken<T> = T extends Word<infer W> ? W : T extends WholeNumber ? number : string;

type Given<F> =
  F extends Switch<infer S>
    ? S extends `--no-${string}`
      ? boolean
      : true | undefined
    : F extends ValueFlag<string, infer N, infer T>
      ? N extends 'once'
        ? Taken<T>
        : (N extends 'repeated' ? readonly Taken<T>[] : Taken<T>) | undefined
      : never;

/**
 * The options that a command with these flags gets. Every key is there, with undefined for a flag that is not given:
 * so a helper that reads `since` cannot be handed the options of a command that has no `--since`.
 */
export type OptionsOf<T extends FlagTable> = {
  readonly [F in T[number] | (typeof PROGRAM_FLAGS)[number] as KeyOf<F> & string]: Given<F>;
};
