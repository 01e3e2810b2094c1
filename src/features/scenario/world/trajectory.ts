import type { Cassette, RecordedCall } from '../../../artifacts/cassette/model.ts';
import { keyText, type Path } from '../../../assertions/path.ts';
import { showBare } from '../../../assertions/show.ts';
import { isUnfilled, resolveTemplate } from '../../../assertions/template.ts';
import { readSource } from '../../../assertions/value-source.ts';
import type { Effect, Scenario } from '../suite/scenario.ts';
import { legalNow } from './legal-now.ts';
import { type CallEvent, isObjection } from './referee.ts';
import { follow } from './replay.ts';
import type { World } from './world.ts';

/** One recorded call of a run that the report shows call by call. Its texts are not escaped yet. */
export interface TrajectoryStep {
  readonly turn: number;
  readonly index: number;
  /** `server/tool` where the recording names a server. */
  readonly tool: string;
  readonly args: string;
  readonly kind: CallEvent['kind'];
  /** What the call did to the world, or why it did nothing; who made it, and that it was abandoned, come first. */
  readonly words: string;
  /** What would have been allowed at this point; present only when the call was not. */
  readonly allowed?: string;
}

/** The calls worth showing, in order; `calls` counts all calls of the run. */
export interface Trajectory {
  readonly calls: number;
  readonly steps: readonly TrajectoryStep[];
}

/** How many calls are kept from the start, from the end, and of those in between that were not legal. */
const HEAD = 30;
const TAIL = 10;
const MOST_VIOLATIONS = 50;

const LONGEST_ARGS = 80;

/**
 * Describes a run call by call. It replays the run a second time, with the same result, and keeps only the calls to
 * show: a recording may contain a million calls.
 * @param calls the number of calls in the recording
 */
export function traceRun(scenario: Scenario, cassette: Cassette, calls: number): Trajectory {
  const steps: TrajectoryStep[] = [];
  let violations = 0;
  follow(scenario, cassette, (event, call, turn, index, world) => {
    const isViolation = isObjection(event);
    const isShown = index < HEAD || index >= calls - TAIL || (isViolation && violations < MOST_VIOLATIONS);
    if (!isShown) return;
    if (isViolation) violations++;
    const allowed = isViolation ? legalNow(scenario, world, call) : undefined;
    steps.push({
      turn,
      index,
      tool: call.server === undefined ? call.name : `${call.server}/${call.name}`,
      args: argumentsInWords(call),
      kind: event.kind,
      words: [...marksOf(call), eventInWords(event, call, world)].join(': '),
      ...(allowed !== undefined && { allowed }),
    });
  });
  return { calls, steps };
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
