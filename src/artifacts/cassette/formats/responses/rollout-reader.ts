import type { SourceDocument } from '../../../../documents/source-document.ts';
import { isCount } from '../../../../values/count.ts';
import { isObject } from '../../../../values/own-property.ts';
import { HiddenCalls } from '../../events/hidden-calls.ts';
import type { ReadingContext } from '../../events/reading-context.ts';
import { withoutCache } from '../../events/usage.ts';
import type { Cassette, Usage } from '../../model.ts';
import type { RowReader } from '../row-format.ts';
import { ItemReader } from './item-reader.ts';
import { type Item, kindOf, textOf } from './items.ts';
import { ToldCalls } from './told-calls.ts';

type Row = Readonly<Record<string, unknown>>;

/** Texts in messages of the user that Codex wrote. */
const OF_PROGRAM =
  /^\s*(<(environment_context|user_instructions|turn_aborted|permissions instructions|collaboration_mode|skill|skills_instructions|apps_instructions|plugins_instructions|subagent_notification|user_shell_command|model_switch)>|# AGENTS\.md instructions)/i;

/** Types of rows that hold no items. */
const WITHOUT_ITEMS: ReadonlySet<unknown> = new Set([
  'session_meta',
  'compacted',
  'world_state',
  'ghost_snapshot',
  'state',
]);

/** Reads the rows of a rollout: new ones are `{timestamp, type, payload}`, the old ones are items themselves. */
export class RolloutReader implements RowReader {
  readonly #items: ItemReader;
  readonly #context: ReadingContext;
  /** Events repeat items; other rows hold none. */
  readonly #hidden: HiddenCalls;
  readonly #told: ToldCalls;
  readonly #models = new Set<string>();
  #recordedAt: string | undefined;
  #usage: Usage | undefined;

  constructor(document: SourceDocument, context: ReadingContext) {
    this.#items = new ItemReader(document, context);
    this.#hidden = new HiddenCalls(this.#items.events, (id) => this.#items.knows(id));
    this.#told = new ToldCalls(this.#items, this.#hidden);
    this.#context = context;
  }

  take(row: Row, index: number): void {
    const { type, payload, timestamp } = row;
    if (typeof timestamp === 'string') this.#recordedAt ??= timestamp;
    if (!isObject(payload)) this.#takeItem(row, index, []);
    else if (type === 'response_item') this.#takeItem(payload, index, ['payload']);
    else if (type === 'event_msg') this.#takeEvent(payload, index);
    else if (type === 'turn_context') {
      this.#items.endTurn();
      if (typeof payload.model === 'string') this.#models.add(payload.model);
      this.#hidden.look(payload, 'rows of type turn_context');
      this.#leaveOut(index, 'rows of type `turn_context`', 'only the model is read');
    } else this.#takeOther(row, index);
  }

  #leaveOut(index: number, what: string, why: string): void {
    this.#items.events.leaveOut([index], what, why);
  }

  #takeItem(item: Item, index: number, below: readonly string[]): void {
    if (below.length === 0 && (kindOf(item) === 'other' || WITHOUT_ITEMS.has(item.type))) {
      if (item.type !== 'reasoning') {
        this.#takeOther(item, index);
        return;
      }
    }
    if (kindOf(item) === 'message' && item.role !== 'assistant') {
      if (item.role === 'developer' || item.role === 'system' || OF_PROGRAM.test(textOf(item))) {
        this.#items.endTurn();
        this.#context.notes.leaveOut(
          'texts that the program wrote',
          'neither the user nor the agent wrote them',
        );
        return;
      }
    }
    this.#items.take(item, [index, ...below]);
  }

  /** An event repeats items, but for the tokens, rollbacks, and calls that no item has. */
  #takeEvent(payload: Row, index: number): void {
    const { type, info, num_turns } = payload;
    if (type === 'token_count' && isObject(info))
      this.#usage = this.#read(info.total_token_usage, index) ?? this.#usage;
    else if (type === 'thread_rolled_back' && typeof num_turns === 'number') this.#items.rollBack(num_turns);
    else if (type === 'task_complete' || type === 'turn_complete') this.#items.endTurn();
    if (this.#told.take(payload, index)) return;
    this.#hidden.look(payload, 'rows of type event_msg');
    this.#leaveOut(index, 'rows of type `event_msg`', 'they repeat items; tokens are read');
  }

  /** Leaves out a row of another type. */
  #takeOther(row: Row, index: number): void {
    const { type } = row;
    const named = typeof type === 'string' ? `rows of type \`${type}\`` : 'rows without a type';
    // definitions of tools may look like calls
    const payload = isObject(row.payload) ? { ...row.payload, dynamic_tools: undefined } : row.payload;
    this.#hidden.look({ ...row, payload }, named.replaceAll('`', ''));
    this.#leaveOut(index, named, 'they hold no messages');
  }

  /** The input includes cached tokens, the output those of reasoning. */
  #read(usage: unknown, index: number): Usage | undefined {
    if (!isObject(usage)) {
      this.#context.notes.add('unknown-usage', 'total_token_usage');
      return undefined;
    }
    const { input_tokens: input, output_tokens: output, cached_input_tokens: read = 0 } = usage;
    if (!isCount(input) || !isCount(output) || !isCount(read)) {
      this.#context.notes.add('unknown-usage', Object.keys(usage).slice(0, 4).join(', '));
      return undefined;
    }
    const path = [index, 'payload', 'info', 'total_token_usage'];
    return withoutCache({ input, output, read }, path, this.#items.events.faults);
  }

  finish(): readonly Cassette[] {
    this.#hidden.finish();
    const { system_prompt: _, ...read } = this.#items.finish();
    const [model, ...others] = this.#models;
    return [
      {
        ...(model !== undefined && others.length === 0 && { model }),
        ...(this.#recordedAt !== undefined && { recorded_at: this.#recordedAt }),
        ...read,
        ...(this.#usage && { usage: this.#usage }),
      },
    ];
  }
}
