import { eachChange } from '../../assertions/diff.ts';
import { showDifference } from '../../assertions/show.ts';
import { InputError } from '../../errors.ts';
import type { ToolResult } from '../../mcp/call.ts';
import { clip } from '../../text/clip.ts';
import { nearest } from '../../text/nearest.ts';
import { pointerSegments, toPointer } from '../../values/json-pointer.ts';
import { isObject, own, present } from '../../values/own-property.ts';
import type { Stability } from './outcomes.ts';

/** A place in an answer: the keys and indexes that lead to it. */
interface Place {
  readonly pointer: string;
  readonly keys: readonly string[];
}

/** What was compared of a tool, for {@link Exemptions.notes}. */
export interface Compared {
  readonly tool: string;
  readonly stability: Stability;
}

/** What may rightly differ between two answers to the same call, and which of it did occur. */
export class Exemptions {
  /** JSON pointers into an answer. */
  readonly volatile: readonly string[];
  /** The names of tools. */
  readonly unstable: readonly string[];
  readonly #places: readonly Place[];
  readonly #found = new Set<string>();

  /**
   * @param volatile the values of `--volatile`: JSON pointers into an answer, that is, into `content` or `structuredContent`
   * @param unstable the values of `--expect-unstable`: names of tools
   * @throws InputError on a text that is not such a pointer
   */
  constructor(volatile: readonly string[] = [], unstable: readonly string[] = []) {
    this.volatile = [...new Set(volatile)];
    this.unstable = [...new Set(unstable)];
    this.#places = this.volatile.map(readPointer);
  }

  /**
   * Returns the first difference between two results of the same call, with the text around it. Undefined when there is
   * none outside of the volatile places. `_meta`, which the protocol adds to an answer, is not compared.
   */
  differenceOf(first: ToolResult, second: ToolResult): string | undefined {
    const [one, two] = [comparable(first), comparable(second)];
    for (const { pointer, keys } of this.#places) {
      if (hasPlace(one, keys) || hasPlace(two, keys)) this.#found.add(pointer);
    }
    let difference: string | undefined;
    eachChange(one, two, ({ before, after }, keys) => {
      if (difference !== undefined || this.#isVolatile(keys)) return;
      const [was, is] = showDifference(before, after);
      difference = `${toPointer(keys)}: first ${was}, then ${is}`;
    });
    return difference;
  }

  /** Whether a tool may answer differently the second time. It may not answer once with a result and once with an error. */
  permits(tool: string, first: ToolResult, second: ToolResult): boolean {
    return this.unstable.includes(tool) && (first.isError === true) === (second.isError === true);
  }

  /** Returns a sentence for each exemption that nothing needed: it may be misspelt, or no longer necessary. */
  notes(tools: readonly Compared[]): string[] {
    const places = this.volatile.filter((pointer) => !this.#found.has(pointer));
    return [
      ...places.map(
        (pointer) => `--volatile ${clip(pointer)} matched nothing in the answers that were compared`,
      ),
      ...this.unstable.flatMap((name) => unstableNote(name, tools) ?? []),
    ];
  }

  #isVolatile(keys: readonly string[]): boolean {
    return this.#places.some((place) => place.keys.every((key, index) => keys[index] === key));
  }
}

function unstableNote(name: string, tools: readonly Compared[]): string | undefined {
  const named = tools.filter(({ tool }) => tool === name);
  const flag = `--expect-unstable ${clip(name)}`;
  if (named.some(({ stability }) => stability === 'different')) return undefined;
  if (named.some(({ stability }) => stability === 'same')) return `${flag}: both answers were the same`;
  if (named.length > 0) return `${flag}: no two answers were compared`;
  const near = nearest(
    name,
    tools.map(({ tool }) => tool),
  );
  return `${flag}: no tool with this name is probed${near === undefined ? '' : `; did you mean \`${clip(near)}\`?`}`;
}

function readPointer(pointer: string): Place {
  if (/^\/(content|structuredContent)(\/|$)/.test(pointer) && !/~(?![01])/.test(pointer)) {
    return { pointer, keys: pointerSegments(pointer) };
  }
  throw new InputError({
    message: `--volatile must be a JSON pointer into an answer, found \`${clip(pointer)}\``,
    help: 'write it like /structuredContent/time or /content/0/text',
  });
}

function hasPlace(answer: unknown, keys: readonly string[]): boolean {
  let at = answer;
  for (const key of keys) {
    if (Array.isArray(at)) at = /^\d+$/.test(key) ? at[Number(key)] : undefined;
    else at = isObject(at) ? own(at, key) : undefined;
  }
  return at !== undefined;
}

function comparable({ content, structuredContent, isError }: ToolResult) {
  return present({ content, structuredContent, isError: isError === true });
}
