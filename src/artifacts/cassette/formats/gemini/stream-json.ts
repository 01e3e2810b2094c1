import type { ValuePath } from '../../../../diagnostic.ts';
import { isObject } from '../../../../values/own-property.ts';
import { scalarText } from '../../../../values/scalar-text.ts';
import { isSet } from '../../events/answer.ts';
import { EventReader } from '../../events/event-reader.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import { withoutCache } from '../../events/usage.ts';
import type { Usage } from '../../model.ts';
import type { RowFormat, RowReader } from '../row-format.ts';

type Row = Readonly<Record<string, unknown>>;

/** Reads what Gemini CLI prints without a terminal: events of one run. */
export const geminiStreamFormat: RowFormat = {
  name: 'Gemini CLI stream',
  programs:
    '[Gemini CLI](https://github.com/google-gemini/gemini-cli) 0.30.0 and 0.61.0 with `--output-format stream-json`',
  recognisedBy:
    'rows of `type` `init` with a `session_id` and a `model`, or `tool_use` with `tool_name` and `tool_id`',
  from: '`gemini -p … --output-format stream-json > run.jsonl`',
  failed: 'the `status` of its `tool_result` is `error`',
  leavesOut: 'errors and warnings of the program',
  claims: ({ type, session_id, model, tool_name, tool_id }) =>
    (type === 'init' && typeof session_id === 'string' && typeof model === 'string') ||
    (type === 'tool_use' && typeof tool_name === 'string' && typeof tool_id === 'string'),
  open: (document, context) => new Stream(new EventReader(document, context), context),
};

/** Joins the pieces of each reply; a call after a text says that the text was not final. */
class Stream implements RowReader {
  readonly #events: EventReader;
  readonly #context: ReadingContext;
  /** The text of the agent that may be a reply. */
  #text = '';
  #isReplying = false;
  /** Whether the last row was a call, with which the next one may run in parallel. */
  #isCalling = false;
  #model: string | undefined;
  #startedAt: string | undefined;
  #usage: Usage | undefined;

  constructor(events: EventReader, context: ReadingContext) {
    this.#events = events;
    this.#context = context;
  }

  take(row: Row, index: number): void {
    const { type } = row;
    if (type === 'message') this.#message(row, index);
    else if (type === 'tool_use') this.#call(row, [index]);
    else if (type === 'tool_result') this.#result(row, [index]);
    else if (type === 'init') {
      if (typeof row.model === 'string') this.#model = row.model;
      if (typeof row.timestamp === 'string') this.#startedAt ??= row.timestamp;
    } else if (type === 'result') this.#usage = this.#readStats(row.stats, [index, 'stats']);
    else this.#context.notes.leaveOut(`rows of type \`${scalarText(type)}\``, 'they hold no messages');
    this.#isCalling = type === 'tool_use';
  }

  #message({ role, content }: Row, index: number): void {
    if (typeof content !== 'string') {
      this.#events.faults.add([index], 'is a message whose `content` is not a text');
      return;
    }
    if (role === 'user') {
      this.#endReply();
      this.#events.user(content);
      return;
    }
    if (!this.#isReplying) this.#events.message();
    this.#isReplying = true;
    this.#text += content;
  }

  #call({ tool_id, tool_name, parameters }: Row, path: ValuePath): void {
    if (!this.#isCalling && !this.#isReplying) this.#events.message();
    this.#isReplying = false;
    this.#text = '';
    const call = {
      id: typeof tool_id === 'string' ? tool_id : undefined,
      name: typeof tool_name === 'string' ? tool_name : undefined,
      args: parameters,
      argsPath: [...path, 'parameters'],
    };
    this.#events.call(call, path);
  }

  #result({ tool_id, status, output, error }: Row, path: ValuePath): void {
    const is_error = status === 'error' || isSet(error);
    const id = typeof tool_id === 'string' ? tool_id : undefined;
    const said = isObject(error) && typeof error.message === 'string' ? error.message : error;
    this.#events.result({ id, is_error, result: isSet(output) ? output : said }, path);
  }

  #endReply(): void {
    if (this.#isReplying) this.#events.respond(this.#text);
    this.#isReplying = false;
    this.#text = '';
  }

  /** The counts of the run. The input includes the cached tokens; the output does not include thoughts, but the total does. */
  #readStats(stats: unknown, path: ValuePath): Usage | undefined {
    if (!isSet(stats)) return undefined;
    const count = (key: string) =>
      isObject(stats) && typeof stats[key] === 'number' ? stats[key] : undefined;
    const [input, output, total] = [count('input_tokens'), count('output_tokens'), count('total_tokens')];
    if (input === undefined || output === undefined) {
      this.#context.notes.add(
        'unknown-usage',
        isObject(stats) ? Object.keys(stats).slice(0, 4).join(', ') : 'stats',
      );
      return undefined;
    }
    const all = Math.max(output, (total ?? 0) - input);
    return withoutCache({ input, output: all, read: count('cached') }, path, this.#events.faults);
  }

  finish() {
    this.#endReply();
    return [
      {
        ...(this.#model !== undefined && { model: this.#model }),
        ...(this.#startedAt !== undefined && { recorded_at: this.#startedAt }),
        ...this.#events.finish(),
        ...(this.#usage && { usage: this.#usage }),
      },
    ];
  }
}
