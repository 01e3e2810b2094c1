/**
 * The flags of a command as data: how each is spelt, what it takes, and how often you may pass it. A table of flags says
 * what the command line accepts. {@link OptionsOf} the table is the type of the options that the command gets. The key
 * of an option is derived from the spelling of its flag, so a command that reads `maxAge` does not compile without
 * `--max-age`.
 */

/** A report in a format of its own, and the file that it goes to: `--report junit=report.xml`. */
export interface ReportFile<F extends string = string> {
  readonly format: F;
  readonly file: string;
}

/** What the value of a flag must be: any text, one of the listed words, a whole number, or `FORMAT=FILE`. */
export type Takes =
  | { readonly kind: 'text' }
  | { readonly kind: 'word'; readonly words: readonly string[] }
  | { readonly kind: 'number'; readonly least: number; readonly most: number }
  | { readonly kind: 'report'; readonly formats: readonly string[] };

/** How often you may pass a flag with a value: exactly once, at most once, or any number of times. */
export type Times = 'once' | 'optional' | 'repeated';

/** A flag with a value: `--max-age <duration>`. */
export interface ValueFlag<S extends string = string, N extends Times = Times, T extends Takes = Takes> {
  readonly kind: 'value';
  readonly spelling: S;
  /** What the help says about it. */
  readonly about: string;
  readonly times: N;
  readonly takes: T;
}

/** A flag without a value: `--gate`. With `--no-` it switches something off that is on by default. */
export interface Switch<S extends string = string> {
  readonly kind: 'switch';
  readonly spelling: S;
  readonly about: string;
}

/** A short form of another flag with a value: `--json` is `--format json`. A command gets only the other option. */
export interface Shorthand<S extends string = string> {
  readonly kind: 'shorthand';
  readonly spelling: S;
  readonly about: string;
  /** The other flag without its value. */
  readonly flag: string;
  readonly value: string;
}

/** A row of a table of flags. */
export type Flag = ValueFlag | Switch | Shorthand;

/** The flags of a command, in the order of its help. */
export type FlagTable = readonly Flag[];

type Text = { readonly kind: 'text' };
type Word<W extends string> = { readonly kind: 'word'; readonly words: readonly W[] };
type WholeNumber = Extract<Takes, { kind: 'number' }>;
type Report<F extends string> = { readonly kind: 'report'; readonly formats: readonly F[] };

/** Declares a flag with a value that may be passed at most once. */
export function value<const S extends string>(spelling: S, about: string): ValueFlag<S, 'optional', Text> {
  return { kind: 'value', spelling, about, times: 'optional', takes: { kind: 'text' } };
}

/** Declares a flag with a value that must be passed. */
export function required<const S extends string>(spelling: S, about: string): ValueFlag<S, 'once', Text> {
  return { ...value(spelling, about), times: 'once' };
}

/** Declares a flag with a value that may be passed several times. */
export function values<const S extends string>(spelling: S, about: string): ValueFlag<S, 'repeated', Text> {
  return { ...value(spelling, about), times: 'repeated' };
}

/** Declares a flag that takes one of the given words. Without the flag, the first word applies unless `fallback` says otherwise. */
export function choice<const S extends string, const W extends string>(
  spelling: S,
  about: string,
  words: readonly W[],
  fallback: string | undefined = words[0],
): ValueFlag<S, 'optional', Word<W>> {
  const takes = { kind: 'word', words } as const;
  return { ...value(spelling, `${about}: ${words.join(', ')} (default: ${fallback})`), takes };
}

/** Declares a flag that takes one of the given words and has no default. */
export function optionalChoice<const S extends string, const W extends string>(
  spelling: S,
  about: string,
  words: readonly W[],
): ValueFlag<S, 'optional', Word<W>> {
  return { ...value(spelling, `${about}: ${words.join(', ')}`), takes: { kind: 'word', words } };
}

/** Declares a flag that takes one of the given words and must be passed. */
export function requiredChoice<const S extends string, const W extends string>(
  spelling: S,
  about: string,
  words: readonly W[],
): ValueFlag<S, 'once', Word<W>> {
  return { ...optionalChoice(spelling, about, words), times: 'once' };
}

/** Declares a flag that takes one of the given words and may be passed several times. */
export function choices<const S extends string, const W extends string>(
  spelling: S,
  about: string,
  words: readonly W[],
): ValueFlag<S, 'repeated', Word<W>> {
  const help = `${about}; may be given several times: ${words.join(', ')}`;
  return { ...values(spelling, help), takes: { kind: 'word', words } };
}

/** Declares a flag that takes a whole number from `least` to `most`, both included. */
export function whole<const S extends string>(
  spelling: S,
  about: string,
  least: number,
  most: number = Number.MAX_SAFE_INTEGER,
): ValueFlag<S, 'optional', WholeNumber> {
  return { ...value(spelling, about), takes: { kind: 'number', least, most } };
}

/** Declares a flag that takes a format and a file, as `FORMAT=FILE`, and may be passed several times. */
export function reports<const S extends string, const F extends string>(
  spelling: S,
  about: string,
  formats: readonly F[],
): ValueFlag<S, 'repeated', Report<F>> {
  return { ...values(spelling, about), takes: { kind: 'report', formats } };
}

/** Declares a flag without a value. */
export function flag<const S extends string>(spelling: S, about: string): Switch<S> {
  return { kind: 'switch', spelling, about };
}

/** Declares a flag that is short for another flag with a value. */
export function shorthand<const S extends string>(spelling: S, flag: string, value: string): Shorthand<S> {
  return { kind: 'shorthand', spelling, about: `short for ${flag} ${value}`, flag, value };
}

/** The flags that every command takes. */
export const PROGRAM_FLAGS = [
  flag('--no-color', 'print without colour'),
  flag('--debug', 'print the stack trace of an error'),
] as const satisfies FlagTable;

/** Returns the name of a flag without its value: `--max-age` of `--max-age <duration>`. */
export function nameOfFlag({ spelling }: Flag): string {
  return spelling.replace(/ .*/, '');
}

/** Returns the key of a flag in the options: `maxAge` of `--max-age`, `color` of `--no-color`. */
export function keyOfFlag(name: string): string {
  return name.replace(/^--(no-)?/, '').replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
}

type NameOf<S> = S extends `--no-${infer N}` ? N : S extends `--${infer N}` ? N : never;

type WithoutValue<S> = S extends `${infer Name} ${string}` ? Name : S;

type CamelCase<S> = S extends `${infer Head}-${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : S;

type KeyOf<F> = F extends ValueFlag<infer S> | Switch<infer S> ? CamelCase<NameOf<WithoutValue<S>>> : never;

type Taken<T> =
  T extends Word<infer W>
    ? W
    : T extends WholeNumber
      ? number
      : T extends Report<infer F>
        ? ReportFile<F>
        : string;

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
 * The options that a command with these flags gets. Every key is present; it is undefined when its flag was not passed.
 * So you cannot pass the options of a command without `--since` to a helper that reads `since`.
 */
export type OptionsOf<T extends FlagTable> = {
  readonly [F in T[number] | (typeof PROGRAM_FLAGS)[number] as KeyOf<F> & string]: Given<F>;
};

/** Returns the options of a command that got no flag. The caller sets those that must be passed. */
export function noOptions<const T extends FlagTable>(flags: T): OptionsOf<T> {
  return Object.fromEntries(
    [...flags, ...PROGRAM_FLAGS].map((flag) => [keyOfFlag(nameOfFlag(flag)), undefined]),
  ) as unknown as OptionsOf<T>;
}
