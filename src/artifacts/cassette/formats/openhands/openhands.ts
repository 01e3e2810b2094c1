import type { ValuePath } from '../../../../diagnostic.ts';
import { isObject } from '../../../../values/own-property.ts';
import type { RowFormat } from '../row-format.ts';
import type { FormatFacts, RunFormat } from '../run-format.ts';
import { OpenHandsRun, type Raw } from './run.ts';
import { V0Events } from './v0.ts';
import { isV1Event, V1Events } from './v1.ts';

/** Keys under which programs keep the events of a run. */
const LISTS = ['history', 'trajectory', 'events'];

const FACTS = {
  programs:
    '[OpenHands](https://github.com/OpenHands/OpenHands) 0.x of February 2025; 1.x: the events of a public conversation of its SDK of February 2026, which states no version, but for the system prompt; observations from public sessions of June and August 2026',
  failed:
    'its observation is an `error` or a rejection, has `success: false` or `is_error`, or an exit code other than 0',
  leavesOut: 'actions of the program and of the user; copies of replies of the model',
} satisfies Partial<FormatFacts>;

/** Reads a list of events, or a file with one on each line. */
export const openHandsFormat: RowFormat = {
  ...FACTS,
  name: 'OpenHands events',
  recognisedBy: 'events with a `source` and an `action` with `args`, or a `kind` such as `ActionEvent`',
  from: '`--save-trajectory`, the download of a conversation, or the files in `events`, one on each line',
  claims: isEvent,
  open(document, context) {
    const run = new OpenHandsRun(document, context);
    const take = takerOf(run);
    return { take: (row, index) => take(row, [index]), finish: () => [run.finish()] };
  },
};

/** Reads a record of an evaluation, which has the events and the counts of the run. */
export const openHandsRecordFormat: RunFormat = {
  ...FACTS,
  name: 'OpenHands record',
  recognisedBy: 'such events, or pairs of them, under `history`, `trajectory` or `events`',
  from: '`output.jsonl` of an evaluation',
  recognises: (value) => listIn(value) !== undefined,
  read(document, context) {
    const value = document.value as Raw;
    const key = listIn(value) ?? '';
    const run = new OpenHandsRun(document, context);
    const take = takerOf(run);
    for (const { event, path } of flattened(value[key], [key])) {
      if (isObject(event)) take(event, path);
    }
    const { metrics, metadata } = value;
    if (isObject(metrics)) run.totals(metrics, ['metrics']);
    const config = isObject(metadata) ? metadata.llm_config : undefined;
    if (isObject(config)) run.model(config.model);
    return run.finish();
  },
};

function takerOf(run: OpenHandsRun): (event: Raw, path: ValuePath) => void {
  const [old, recent] = [new V0Events(run), new V1Events(run)];
  return (event, path) => (typeof event.kind === 'string' ? recent : old).take(event, path);
}

function isEvent(value: unknown): value is Raw {
  if (!isObject(value)) return false;
  const { action, args, observation, source, extras, cause } = value;
  if (typeof action === 'string') return typeof source === 'string' && isObject(args);
  if (typeof observation === 'string')
    return typeof source === 'string' && (isObject(extras) || cause !== undefined);
  return isV1Event(value);
}

function listIn(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  return LISTS.find((key) => {
    const list = value[key];
    return Array.isArray(list) && flattened(list.slice(0, 20), []).some(({ event }) => isEvent(event));
  });
}

/** Old records keep each action and its observation as a pair. */
function flattened(value: unknown, path: ValuePath): { readonly event: unknown; readonly path: ValuePath }[] {
  if (!Array.isArray(value)) return [{ event: value, path }];
  return value.flatMap((each, index) => flattened(each, [...path, index]));
}
