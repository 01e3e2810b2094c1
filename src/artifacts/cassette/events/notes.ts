import type { Diagnostic } from '../../../diagnostic.ts';
import { UNREAD_REASONS, type UnreadParts, type UnreadReason } from '../model.ts';

/** The warnings about recordings that a reader accepts with an assumption, by code. */
const NOTES = {
  'no-result': (count) => ({
    message:
      count === 1
        ? '1 call has no recorded result and counts as successful'
        : `${count} calls have no recorded result and count as successful`,
    help: 'was the recording cut short?',
  }),
  unanswered: (count) => ({
    message: `${count === 1 ? '1 call has no recorded answer' : `${count} calls have no recorded answer`}: whether it took effect is unknown`,
    help: 'was the recording cut short? `unanswered_calls` of a scenario says how to judge such a call',
  }),
  'no-call': (count) => ({
    message: `${count === 1 ? '1 result answers' : `${count} results answer`} no recorded call; each counts as a call to the tool it names, without arguments`,
    help: 'was the beginning of the recording cut off?',
  }),
  'unmarked-error': (count) => ({
    message: `${count === 1 ? '1 result starts' : `${count} results start`} with \`Error\`, but nothing marks the call as failed; it counts as successful`,
    help: 'set `error` in the message of the tool; for tau-bench, refer to the whole record instead of its `traj`',
  }),
  'usage-of-others': (count) => ({
    message: `${runs(count)} token counts of other models only, not of the agent's model; the agent's own are unknown`,
    help: undefined,
  }),
  'part-of-usage': (count) => ({
    message: `${runs(count)} token counts for only some of the replies; the totals are unknown`,
    help: undefined,
  }),
  'unknown-usage': (_, examples) => ({
    message: `token counts in an unknown form (${examples}); the tokens are unknown`,
    help: 'write them as `input_tokens` and `output_tokens`',
  }),
  'sum-of-tokens': (count) => ({
    message: `${runs(count)} only the sum of input and output tokens; the cost is unknown`,
    help: 'record usage.input_tokens and usage.output_tokens',
  }),
  'unseen-turns': (count) => ({
    message: `${runs(count)} more turns than are recorded; only recorded turns count`,
    help: 'record each turn in `turns`',
  }),
  'answered-nothing': (count) => ({
    message: `${count === 1 ? 'the agent' : `the agent of ${count} recordings`} answered nothing`,
    help: undefined,
  }),
  'acts-in-text': (count) => ({
    message: `${count === 1 ? 'the agent acts' : `the agents of ${count} recordings act`} through text, and no call is recorded: checks that count calls prove nothing`,
    help: 'record the run with tool calls switched on',
  }),
  'unread-calls': (count, examples) => ({
    // a copy may not say which parts they are, nor how many
    message:
      examples === ''
        ? 'parts that look like calls are not read'
        : `${count === 1 ? '1 part that is not read looks like a call' : `${count} parts that are not read look like calls`}: ${examples}`,
    help: 'no scenario is judged by such a recording',
  }),
  'lost-call': (count, examples) => ({
    message: `${count === 1 ? '1 result answers a call that is' : `${count} results answer calls that are`} not recorded: ${examples}`,
    help: 'was the beginning of the recording cut off? No scenario is judged by such a recording',
  }),
  'lost-reply-calls': (count, examples) => ({
    message: `${count === 1 ? 'a reply called tools, but its calls are' : `${count} replies called tools, but their calls are`} not recorded: ${examples}`,
    help: 'without them, no scenario that checks calls is judged by it',
  }),
  'inner-calls': (count, examples) => ({
    message: `only ${count === 1 ? 'the answer of the agent is' : `the answers of ${count} runs are`} recorded: whether it called tools is unknown: ${examples}`,
    help: 'return its calls as `metadata.toolCalls`; without them, no scenario that checks calls is judged by it',
  }),
  'lost-agent': (count, examples) => ({
    message: `the calls of ${count === 1 ? '1 sub-agent' : `${count} sub-agents`} are not in the recording: ${examples}`,
    help: 'keep the files of its sub-agents next to the session; without them, no scenario is judged by it',
  }),
  'ended-in-error': (count, examples) => ({
    message: `${count === 1 ? 'the run' : `${count} runs`} ended with an error: ${examples}`,
    help: undefined,
  }),
  'unrecorded-arguments': (count, examples) => ({
    message: `the arguments of ${count === 1 ? '1 call are' : `${count} calls are`} not recorded: ${examples}`,
    help: 'switch on the recording of content in the program that traces the agent; without it, no scenario is judged by such a recording',
  }),
  'no-numbers': (count) => ({
    message: `${count === 1 ? '1 number is' : `${count} numbers are`} written as \`NaN\` or \`Infinity\`, and read as null`,
    help: 'JSON has no such numbers; Python writes them',
  }),
  'unknown-block': (count, examples) => ({
    message: `${count === 1 ? '1 content block' : `${count} content blocks`} of unknown types left out: ${examples}`,
    help: undefined,
  }),
} as const satisfies Record<
  string | UnreadReason,
  (count: number, examples: string) => Pick<Diagnostic, 'message' | 'help'>
>;

/** The code of a warning about a recording. */
export type Note = keyof typeof NOTES;

/** A warning names up to this many examples. */
const MOST_EXAMPLES = 5;

function runs(count: number): string {
  return count === 1 ? 'the recording states' : `${count} recordings state`;
}

/** A kind of part that a reader knows and leaves out, why, and how many there were. */
export interface LeftOut {
  /** A noun phrase in the plural: `rows of type \`summary\``. */
  readonly what: string;
  /** The end of the sentence "left out because …". */
  readonly why: string;
  readonly count: number;
}

/** Returns what to say of parts that look like calls and are not read. */
export function wordsOf({ why, count, examples }: UnreadParts): Pick<Diagnostic, 'message' | 'help'> {
  return NOTES[why](count, quoted(examples));
}

function quoted(examples: Iterable<string>): string {
  return [...examples].map((each) => `\`${each}\``).join(', ');
}

/** Counts the notes on a file. Each kind of note gives one warning, however often it occurs. */
export class Notes {
  readonly #counts = new Map<Note, { count: number; readonly examples: Set<string> }>();
  readonly #leftOut = new Map<string, LeftOut & { count: number }>();

  /** @param example what to name in the warning: a key, a type or a path */
  add(note: Note, example?: string): void {
    this.addAll(note, 1, example === undefined ? [] : [example]);
  }

  /** Adds a note that was counted before, as in a copy of the recording. */
  addAll(note: Note, count: number, examples: readonly string[]): void {
    const known = this.#counts.get(note) ?? { count: 0, examples: new Set() };
    known.count += count;
    for (const example of examples) {
      if (known.examples.size < MOST_EXAMPLES) known.examples.add(example);
    }
    this.#counts.set(note, known);
  }

  /** The notes on parts that look like calls and are not read. */
  get unread(): readonly UnreadParts[] {
    return UNREAD_REASONS.flatMap((why) => {
      const known = this.#counts.get(why);
      return known ? [{ why, count: known.count, examples: [...known.examples] }] : [];
    });
  }

  /** Notes that a part was left out on purpose, for `cassette show`. */
  leaveOut(what: string, why: string, count = 1): void {
    const known = this.#leftOut.get(what);
    if (known) known.count += count;
    else this.#leftOut.set(what, { what, why, count });
  }

  /** What was left out, in the order in which it was met. */
  get leftOut(): readonly LeftOut[] {
    return [...this.#leftOut.values()];
  }

  toWarnings(file: string): Diagnostic[] {
    const names = Object.keys(NOTES) as Note[];
    return names.flatMap((name) => {
      const known = this.#counts.get(name);
      if (known === undefined) return [];
      return [{ file, ...NOTES[name](known.count, quoted(known.examples)) }];
    });
  }
}
