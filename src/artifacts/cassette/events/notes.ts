import type { Diagnostic } from '../../../diagnostic.ts';

/** The warnings about recordings that a reader accepts with an assumption, by code. */
const NOTES = {
  'no-result': (count: number) => ({
    message:
      count === 1
        ? '1 call has no recorded result and counts as successful'
        : `${count} calls have no recorded result and count as successful`,
    help: 'was the recording cut short?',
  }),
  'no-call': (count: number) => ({
    message: `${count === 1 ? '1 result answers' : `${count} results answer`} no recorded call; each counts as a call to the tool it names, without arguments`,
    help: 'was the beginning of the recording cut off?',
  }),
  'unmarked-error': (count: number) => ({
    message: `${count === 1 ? '1 result starts' : `${count} results start`} with \`Error\`, but nothing marks the call as failed; it counts as successful`,
    help: 'set `error` in the message of the tool; for tau-bench, refer to the whole record instead of its `traj`',
  }),
  'usage-of-others': (count: number) => ({
    message: `${runs(count)} token counts of other models only, not of the agent's model; the agent's own are unknown`,
    help: undefined,
  }),
  'part-of-usage': (count: number) => ({
    message: `${runs(count)} token counts for only some of the replies; the totals are unknown`,
    help: undefined,
  }),
  'sum-of-tokens': (count: number) => ({
    message: `${runs(count)} only the sum of input and output tokens; the cost is unknown`,
    help: 'record usage.input_tokens and usage.output_tokens',
  }),
  'unseen-turns': (count: number) => ({
    message: `${runs(count)} more turns than are recorded; only recorded turns count`,
    help: 'record each turn in `turns`',
  }),
} as const satisfies Record<string, (count: number) => Pick<Diagnostic, 'message' | 'help'>>;

type Note = keyof typeof NOTES;

function runs(count: number): string {
  return count === 1 ? 'the recording states' : `${count} recordings state`;
}

/** Counts the notes on a file. Each kind of note gives one warning, however often it occurs. */
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
