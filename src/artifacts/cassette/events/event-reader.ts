import type { ValuePath } from '../../../diagnostic.ts';
import { Contradictions } from '../../../documents/contradictions.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import type { Turn } from '../model.ts';
import { parseArgs } from './args.ts';
import type { Notes } from './notes.ts';
import { type MetCall, type MetResult, TurnBuilder } from './turn-builder.ts';

/** A call as in a foreign format: its name and arguments are not checked yet. */
interface ForeignCall extends Omit<MetCall, 'name' | 'args'> {
  readonly name: string | null | undefined;
  /** An object, the JSON text of one, or nothing. */
  readonly args: unknown;
  /** The path of the arguments in the document. */
  readonly argsPath: ValuePath;
}

/** Takes the events of a foreign recording in order, checks them, and builds turns from them. */
export class EventReader {
  readonly #builder = new TurnBuilder();
  readonly #notes: Notes;
  /** The faults of the recording; {@link finish} throws them. */
  readonly faults: Contradictions;

  constructor(document: SourceDocument, notes: Notes) {
    this.faults = new Contradictions(document);
    this.#notes = notes;
  }

  user(text: string): void {
    if (text !== '') this.#builder.user(text);
  }

  /** Takes a reply. Without text it is not a final response. */
  respond(text: string): void {
    if (text !== '') this.#builder.respond(text);
  }

  call(call: ForeignCall, path: ValuePath): void {
    const { name, args: given, argsPath, id, server } = call;
    if (!name) this.faults.add(path, 'is a tool call without the name of the tool');
    // a faulty call is recorded too, so that its result is not reported as a second fault
    this.#builder.call({ id, name: name ?? '', server, args: this.#args(given, argsPath) });
  }

  #args(given: unknown, path: ValuePath): Readonly<Record<string, unknown>> {
    if (given === undefined || given === null) return {};
    if (typeof given === 'object' && !Array.isArray(given)) return given as Record<string, unknown>;
    const { args = {}, fault } =
      typeof given === 'string' ? parseArgs(given) : { fault: 'must be a mapping of arguments' };
    if (fault !== undefined) this.faults.add(path, fault);
    return args;
  }

  /**
   * Takes a result. A result without a recorded call belongs to a call that the agent made but that was not recorded. It
   * counts as a call, under the name in the result.
   */
  result(result: MetResult, path: ValuePath): void {
    const pairing = this.#builder.result(result);
    if (pairing === 'given') return;
    if (pairing !== 'no call') {
      const message = `is a result of \`${result.name}\`, but answers a call to \`${pairing.answers}\``;
      this.faults.add(
        path,
        message,
        'give it the id of its call; without one it answers the first call that still waits for a result',
      );
      return;
    }
    if (result.name === undefined) {
      this.faults.add(path, 'answers no recorded call and does not name a tool');
      return;
    }
    this.#notes.add('no-call');
    this.#builder.call({ name: result.name, args: {} });
    this.#builder.result({ ...result, id: undefined });
  }

  /** @throws InputError with all faults, if there are any */
  finish(): readonly Turn[] {
    this.faults.refuse();
    for (let open = this.#builder.openCalls; open > 0; open--) this.#notes.add('no-result');
    return this.#builder.finish();
  }
}
