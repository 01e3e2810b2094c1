import type { ValuePath } from '../../../diagnostic.ts';
import { Contradictions } from '../../../documents/contradictions.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import type { Turn } from '../model.ts';
import { parseArgs } from './args.ts';
import type { Notes } from './notes.ts';
import { type MetCall, type MetResult, TurnBuilder } from './turn-builder.ts';

/** A call as a foreign format has it: what it is called and its arguments are yet to be checked. */
interface ForeignCall extends Omit<MetCall, 'name' | 'args'> {
  readonly name: string | null | undefined;
  /** An object, the JSON text of one, or nothing. */
  readonly args: unknown;
  /** Where the arguments stand. */
  readonly argsPath: ValuePath;
}

/** Takes the events of a foreign recording in their order, checks them, and makes turns of them. */
export class EventReader {
  readonly #builder = new TurnBuilder();
  readonly #notes: Notes;
  /** What is wrong with the recording; {@link finish} refuses it. */
  readonly faults: Contradictions;

  constructor(document: SourceDocument, notes: Notes) {
    this.faults = new Contradictions(document);
    this.#notes = notes;
  }

  user(text: string): void {
    if (text !== '') this.#builder.user(text);
  }

  /** A final response; a reply without text is none. */
  respond(text: string): void {
    if (text !== '') this.#builder.respond(text);
  }

  call(call: ForeignCall, path: ValuePath): void {
    const { name, args: given, argsPath, id, server } = call;
    if (!name) this.faults.add(path, 'is a call of a tool, but does not name it');
    // a faulty call is recorded all the same, so that its result is not a fault too
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
   * A result. One that answers no call is that of a call which is not recorded: the agent made it, so it counts,
   * under the name that the result gives.
   */
  result(result: MetResult, path: ValuePath): void {
    const pairing = this.#builder.result(result);
    if (pairing === 'given') return;
    if (pairing !== 'no call') {
      const message = `says that it is of \`${result.name}\`, but answers the call of \`${pairing.answers}\``;
      this.faults.add(
        path,
        message,
        'a result goes to the call with its id, else to the first that waits for one',
      );
      return;
    }
    if (result.name === undefined) {
      this.faults.add(path, 'answers no recorded call, and names no tool');
      return;
    }
    this.#notes.add('no-call');
    this.#builder.call({ name: result.name, args: {} });
    this.#builder.result({ ...result, id: undefined });
  }

  /** @throws InputError when anything is wrong */
  finish(): readonly Turn[] {
    this.faults.refuse();
    for (let open = this.#builder.openCalls; open > 0; open--) this.#notes.add('no-result');
    return this.#builder.finish();
  }
}
