import type { Cassette, RecordedCall } from '../../../artifacts/cassette/model.ts';
import { keyText, type Path } from '../../../assertions/path.ts';
import { showBare } from '../../../assertions/show.ts';
import { isUnfilled, resolveTemplate } from '../../../assertions/template.ts';
import { readSource } from '../../../assertions/value-source.ts';
import { present } from '../../../values/own-property.ts';
import type { Effect, Scenario } from '../suite/scenario.ts';
import { legalNow } from './legal-now.ts';
import { type CallEvent, isObjection } from './referee.ts';
import { follow } from './replay.ts';
import type { Trajectory, TrajectoryStep, WorldChange } from './trajectory-schema.ts';
import { World } from './world.ts';

/** How many calls are kept from the start, from the end, and of those in between that were not legal. */
const HEAD = 30;
const TAIL = 10;
const MOST_VIOLATIONS = 50;

const LONGEST_ARGS = 80;

/** How many changes of one call are kept, and how long their values may be. */
const MOST_CHANGES = 20;
const LONGEST_VALUE = 200;

/**
 * Describes a run call by call. It replays the run a second time, with the same result, and keeps only the calls to
 * show: a recording may contain a million calls.
 * @param calls the number of calls in the recording
 */
export function traceRun(scenario: Scenario, cassette: Cassette, calls: number): Trajectory {
  const steps: TrajectoryStep[] = [];
  let violations = 0;
  // the world as it was before each call
  const world = new World(scenario.seed);
  follow(scenario, cassette, (event, call, turn, index, after) => {
    const isViolation = isObjection(event);
    const isShown = index < HEAD || index >= calls - TAIL || (isViolation && violations < MOST_VIOLATIONS);
    const effects = event.kind === 'applied' ? event.transition.effects : [];
    const changes = isShown ? changesOf(effects, call, world, after) : [];
    world.apply(effects, call.args);
    if (!isShown) return;
    if (isViolation) violations++;
    const allowed = isViolation ? legalNow(scenario, after, call) : undefined;
    steps.push({
      turn,
      index,
      tool: call.server === undefined ? call.name : `${call.server}/${call.name}`,
      args: argumentsInWords(call),
      kind: event.kind,
      words: [...marksOf(call), eventInWords(event, call, after)].join(': '),
      ...(allowed !== undefined && { allowed }),
      ...(changes.length > 0 && { changes }),
    });
  });
  return { calls, steps };
}

/** What a call changed: each place once, with its values before and after the whole call. */
function changesOf(
  effects: readonly Effect[],
  { args }: RecordedCall,
  before: World,
  after: World,
): WorldChange[] {
  const changes = new Map<string, WorldChange>();
  for (const { path } of effects) {
    const resolved = resolveTemplate(path, args);
    if (isUnfilled(resolved) || changes.size === MOST_CHANGES) continue;
    const where = whereOf(resolved);
    const [old, now] = [before, after].map((world) => valueInWords(world.at(resolved)));
    if (old !== now) changes.set(where, present({ path: where, before: old, after: now }));
  }
  return [...changes.values()];
}

function valueInWords(value: unknown): string | undefined {
  return value === undefined ? undefined : showBare(value, LONGEST_VALUE);
}

function argumentsInWords({ args, raw_args: raw }: RecordedCall): string {
  if (raw !== undefined) return showBare(raw, LONGEST_ARGS);
  return Object.keys(args).length === 0 ? '' : showBare(args, LONGEST_ARGS);
}

/** What the recording says about a call in addition to its tool and arguments. */
function marksOf({ agent, abandoned }: RecordedCall): string[] {
  const marks = [
    ...(agent === undefined ? [] : [`by ${showBare(agent)}`]),
    ...(abandoned ? ['abandoned by a rewind'] : []),
  ];
  return marks.length === 0 ? [] : [marks.join(', ')];
}

/** What is said of a call without a recorded answer that the scenario does not leave undecided. */
const NO_ANSWER = 'no answer was recorded, taken as';

function eventInWords(event: CallEvent, call: RecordedCall, world: World): string {
  switch (event.kind) {
    case 'applied': {
      const { effects } = event.transition;
      const taken = call.unanswered ? `${NO_ANSWER} done: ` : '';
      if (effects.length === 0) return `${taken}changes nothing`;
      return taken + effects.map((effect) => effectInWords(effect, call, world)).join(', ');
    }
    case 'refused':
      return call.unanswered
        ? `${NO_ANSWER} an error: changes nothing`
        : 'the server answered with an error: changes nothing';
    case 'undecided':
      return 'no answer was recorded: no one knows whether it took effect';
    case 'invalid':
    case 'forbidden':
      return `${event.kind}: ${event.reason}${event.matched === undefined ? '' : `; since ${event.matched}`}`;
  }
}

/** Describes an effect: `inventory.widgets + 1 = 4`, the operation and the value after the whole call. */
function effectInWords({ path, operation }: Effect, { args }: RecordedCall, world: World): string {
  const resolved = resolveTemplate(path, args);
  if (isUnfilled(resolved)) return '';
  const where = whereOf(resolved);
  const after = () => showBare(world.at(resolved));
  switch (operation.kind) {
    case 'set': {
      const isLeftAlone =
        operation.optional && (readSource(operation.value, args) ?? undefined) === undefined;
      return isLeftAlone ? `${where} stays as it is` : `${where} = ${after()}`;
    }
    case 'inc':
      return `${where} + ${showBare(readSource(operation.amount, args))} = ${after()}`;
    case 'dec':
      return `${where} - ${showBare(readSource(operation.amount, args))} = ${after()}`;
    case 'append':
      return `${where} gets ${showBare(readSource(operation.value, args))}`;
    case 'remove':
      return `${where} is removed`;
  }
}

/** Writes a path as the changes to the world do: `orders.12` fits both an index of a list and a key of an object. */
function whereOf(path: Path): string {
  return path.reduce((text, { key }) => text + keyText(key, text === ''), '');
}
