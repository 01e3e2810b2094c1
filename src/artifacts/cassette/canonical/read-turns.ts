import { type Diagnostic, MOST_FINDINGS, type ValuePath } from '../../../diagnostic.ts';
import { Contradictions } from '../../../documents/contradictions.ts';
import { readPart } from '../../../documents/part-of.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { validate } from '../../../documents/validate.ts';
import { InputError } from '../../../errors.ts';
import { append } from '../../../values/append.ts';
import { isObject } from '../../../values/own-property.ts';
import type { Notes } from '../events/notes.ts';
import type { RecordedCall, Turn, Usage } from '../model.ts';
import { recordedCallSchema, turnHeadSchema } from '../schema.ts';
import { calledIn } from './called-tools.ts';
import { NearMisses } from './near-misses.ts';
import { settleCall } from './settle-call.ts';
import { isWrittenCall, isWrittenTurn, type WrittenCall, type WrittenTurn } from './written.ts';

/** Returns the path of a turn in the document. */
type PathOfTurn = (turn: number) => ValuePath;

/** The turns of a recording, and the token counts that each turn states, if any. */
interface ReadTurns {
  readonly turns: readonly Turn[];
  readonly usages: readonly (Usage | undefined)[];
}

/**
 * Checks turns and converts them to their canonical form. It changes the parsed objects in place: a recording may contain
 * a million calls, and most of them have that form already.
 * @throws InputError with all faults
 */
export function readTurns(
  written: readonly unknown[],
  pathOf: PathOfTurn,
  document: SourceDocument,
  notes: Notes,
): ReadTurns {
  if (!written.every(isWrittenTurn)) throw new InputError(faultsOf(written, pathOf, document));
  const contradictions = new Contradictions(document);
  const nearMisses = new NearMisses(contradictions, calledIn({ turns: written }));
  for (let index = 0; index < written.length; index++) {
    const turn = written[index] as WrittenTurn;
    const path = pathOf(index);
    nearMisses.turn(turn, path);
    // in place, like the calls: a second list of a million would take memory
    turn.tool_calls ??= [];
    // an empty reply does not end a turn
    if (turn.final_response === '') delete turn.final_response;
    settleCalls(turn.tool_calls, [...path, 'tool_calls'], contradictions, nearMisses, notes);
  }
  contradictions.refuse();
  const turns = written as readonly (WrittenTurn & Turn)[];
  return { turns: joinUnfinished(turns), usages: turns.map(({ usage }) => usage) };
}

function settleCalls(
  calls: WrittenCall[],
  path: ValuePath,
  contradictions: Contradictions,
  nearMisses: NearMisses,
  notes: Notes,
): void {
  for (let index = 0; index < calls.length; index++) {
    const call = calls[index] as WrittenCall;
    nearMisses.call(call, path, index);
    const settled = settleCall(call, [path, index], contradictions, notes);
    if (settled !== call) calls[index] = settled;
  }
}

/** Joins every turn without a final response to the next: a turn ends with its final response. */
function joinUnfinished(turns: readonly Turn[]): readonly Turn[] {
  const isUnfinished = ({ final_response, refused }: Turn) => final_response === undefined && !refused;
  if (!turns.slice(0, -1).some(isUnfinished)) return turns;
  const joined: Turn[] = [];
  let calls: RecordedCall[] = [];
  let users: string[] = [];
  for (const [index, turn] of turns.entries()) {
    for (const call of turn.tool_calls) calls.push(call);
    if (turn.user !== undefined) users.push(turn.user);
    if (isUnfinished(turn) && index < turns.length - 1) continue;
    joined.push({ ...turn, ...(users.length > 0 && { user: users.join('\n\n') }), tool_calls: calls });
    [calls, users] = [[], []];
  }
  return joined;
}

/** The faults that the schema reports for the turns and calls that the quick check rejects. */
function faultsOf(turns: readonly unknown[], pathOf: PathOfTurn, document: SourceDocument): Diagnostic[] {
  const faults: Diagnostic[] = [];
  const check = (
    path: ValuePath,
    value: unknown,
    schema: typeof turnHeadSchema | typeof recordedCallSchema,
  ) => {
    try {
      readPart(document, path, value, (part) => validate(schema, part));
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      append(faults, error.diagnostics);
    }
  };
  for (const [index, turn] of turns.entries()) {
    if (faults.length > MOST_FINDINGS) break;
    if (isWrittenTurn(turn)) continue;
    const path = pathOf(index);
    check(path, turn, turnHeadSchema);
    const calls = isObject(turn) && Array.isArray(turn.tool_calls) ? turn.tool_calls : [];
    for (const [at, call] of calls.entries()) {
      if (faults.length > MOST_FINDINGS) break;
      if (!isWrittenCall(call)) check([...path, 'tool_calls', at], call, recordedCallSchema);
    }
  }
  return faults;
}
