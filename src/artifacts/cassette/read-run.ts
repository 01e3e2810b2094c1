import type { SourceDocument } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import { isObject } from '../../values/own-property.ts';
import { UNREAD_CALL } from './events/ledger.ts';
import { canonicalFormat } from './formats/canonical.ts';
import type { RunContext, RunFormat } from './formats/run-format.ts';
import type { Cassette } from './model.ts';
import { formatOf } from './recognise.ts';
import { refuseOtherVersion, unrecognised } from './unrecognised.ts';

/** A run, and the format in which it was recorded. */
export interface ReadRun {
  readonly format: Pick<RunFormat, 'name' | 'recognisedBy'>;
  readonly cassette: Cassette;
}

/**
 * Reads one run.
 * @throws InputError when the value is not a recording, contradicts itself, holds what looks like a call in a place that
 *   is not read, or has no message of the agent
 */
export function readRun(document: SourceDocument, context: RunContext): ReadRun {
  refuseOtherVersion(document);
  refuseSeveral(document);
  const format = formatOf(document.value);
  if (!format) throw unrecognised(document);
  context.ledger.begin(document.value);
  const cassette = format.read(document, context);
  // the canonical form checks its own keys: it may have a million calls
  if (format !== canonicalFormat) refuseUnread(document, context);
  refuseUnusable(cassette, document, format.name);
  return { format, cassette };
}

/** @throws InputError when a part that was not read looks like a call */
function refuseUnread({ file, locate }: SourceDocument, { ledger }: RunContext): void {
  const unread = ledger.unread();
  if (unread.length === 0) return;
  throw new InputError(unread.map((path) => ({ file, position: locate(path), path, ...UNREAD_CALL })));
}

/** @throws InputError when a run has no message of the agent, or counts that cannot be right */
export function refuseUnusable(cassette: Cassette, document: SourceDocument, format: string): void {
  if (isEmpty(cassette)) {
    throw new InputError({
      file: document.file,
      position: document.locate([]),
      path: [],
      message: `is a recording (${format}) without any tool call or final response`,
      help: 'nothing was recorded: check whether the agent ran',
    });
  }
  refuseUncountable(cassette, document);
}

/** Whether a run has no message of the agent, not even an empty one. */
function isEmpty({ turns, caveats }: Cassette): boolean {
  if (caveats?.includes('answered-nothing')) return false;
  return !turns.some(
    ({ tool_calls, final_response, refused }) =>
      tool_calls.length > 0 || final_response !== undefined || refused,
  );
}

/** Rejects sums of counts that are not exact integers: a file written with one could not be read again. */
function refuseUncountable({ usage }: Cassette, { file, locate }: SourceDocument): void {
  for (const [kind, count] of Object.entries<number>({ ...usage })) {
    if (Number.isSafeInteger(count)) continue;
    throw new InputError({
      file,
      position: locate([]),
      path: [],
      message: `has more \`${kind}\` than can be counted: ${count}`,
    });
  }
}

/** The keys under which the formats keep the events of a run, and the keys of which an event has at least one. */
const RECORDINGS = {
  turns: ['user', 'tool_calls', 'final_response', 'usage'],
  messages: ['role', 'type', 'content', 'parts', 'kwargs'],
  traj: ['role', 'content'],
  steps: ['source', 'message', 'tool_calls', 'observation'],
  interactions: ['request', 'response', 'method'],
  tool_calls: ['name', 'function', 'id', 'args', 'arguments'],
  simulations: ['messages'],
  samples: ['messages'],
  eval_cases: ['conversation'],
  evalCases: ['conversation'],
} as const satisfies Record<string, readonly string[]>;

/** Whether a list holds events: a program may keep another list under a key that a format uses. */
function holdsEvents(list: unknown, keys: readonly string[]): boolean {
  return (
    Array.isArray(list) && list.some((each) => isObject(each) && keys.some((key) => Object.hasOwn(each, key)))
  );
}

/** Rejects a file with two recordings of the same run: judging one would ignore the other. */
function refuseSeveral({ file, value, locate }: SourceDocument): void {
  if (!isObject(value)) return;
  const lists = Object.entries(RECORDINGS).flatMap(([key, keys]) =>
    holdsEvents(value[key], keys) ? key : [],
  );
  if (isObject(value.session) && Array.isArray(value.session.interactions)) lists.push('session');
  const [first, second] = lists;
  if (first === undefined || second === undefined) return;
  throw new InputError({
    file,
    position: locate([second], 'key'),
    path: [second],
    message: `is given in addition to \`${first}\`, so it is unclear which is the recording`,
    help: 'keep only one',
  });
}
