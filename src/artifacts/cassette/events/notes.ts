import type { Diagnostic } from '../../../diagnostic.ts';

/** What a reader accepted though it had to assume something, and how a person is told. */
const NOTES = {
  'no-result': (count: number) => ({
    message: `${calls(count)} without a recorded result; such a call counts as not errored`,
    help: 'was the recording cut short?',
  }),
  'no-call': (count: number) => ({
    message: `${count === 1 ? '1 result answers' : `${count} results answer`} no recorded call; each counts as a call without arguments`,
    help: 'was the beginning of the recording cut off?',
  }),
  'unmarked-error': (count: number) => ({
    message: `${count === 1 ? '1 result starts' : `${count} results start`} with \`Error\`, but nothing marks the call as failed; it counts as one that worked`,
    help: 'set `error` in the message of the tool; a record of tau-bench is read by its own rule, but its `traj` alone is not',
  }),
  'usage-of-others': (count: number) => ({
    message: `${runs(count)} the tokens of models of which none is called like that of the agent; the agent's own are unknown`,
    help: undefined,
  }),
  'part-of-usage': (count: number) => ({
    message: `${runs(count)} token counts for some of the replies only; the totals are unknown`,
    help: undefined,
  }),
  'sum-of-tokens': (count: number) => ({
    message: `${runs(count)} the sum of input and output tokens only; what the run cost is unknown`,
    help: 'record usage.input_tokens and usage.output_tokens',
  }),
  'unseen-turns': (count: number) => ({
    message: `${runs(count)} more turns than final responses; only those that are recorded count`,
    help: 'record each turn in `turns`',
  }),
} as const satisfies Record<string, (count: number) => Pick<Diagnostic, 'message' | 'help'>>;

type Note = keyof typeof NOTES;

function calls(count: number): string {
  return count === 1 ? '1 call is' : `${count} calls are`;
}

function runs(count: number): string {
  return count === 1 ? 'the recording states' : `${count} recordings state`;
}

/** Counts what is to be told about a file: a warning each, however often it occurs. */
export class Notes {
  readonly #counts = new Map<Note, number>();

  add(note: Note): void {
    this.#counts.set(note, (this.#counts.get(note) ?? 0) + 1);
  }

  toWarnings(file: string): Diagnostic[] {
    const names = Object.keys(NOTES) as Note[];
    return names.flatMap((name) => {
      const count = this.#counts.get(name);
      return count === undefined ? [] : [{ file, ...NOTES[name](count) }];
    });
  }
}
