import type { Decision, ToolCall } from '../../../artifacts/audit-log/model.ts';
import { publicPartOfCall } from '../../../artifacts/audit-log/public-part.ts';
import { readCall } from '../../../artifacts/audit-log/read-call.ts';
import { type Diagnostic, formatPath, MOST_FINDINGS, type ValuePath } from '../../../diagnostic.ts';
import { parseJson } from '../../../documents/json.ts';
import { isJsonLines, parseJsonLines } from '../../../documents/json-lines.ts';
import { readPart } from '../../../documents/part-of.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { validate } from '../../../documents/validate.ts';
import { InputError } from '../../../errors.ts';
import { isAddressLike, isAddressList } from '../../../net/ip.ts';
import { clip } from '../../../text/clip.ts';
import { append } from '../../../values/append.ts';
import { isObject } from '../../../values/own-property.ts';
import { strayKeys, strayParameters } from './call-keys.ts';
import { expectationSchema } from './call-schema.ts';
import { callOfRequest, isToolsCallRequest } from './tools-call-request.ts';

/** A call to be decided, with the expected verdict if its file states one. */
export type PosedCall = ToolCall & { readonly expect?: Decision };

/** The calls of a file, in its order. */
export interface CallsFile {
  /** False for a file that is one call; true for a list, even of one. */
  readonly many: boolean;
  /** Whether the file is one call on one line, which is both a JSON document and JSON Lines. */
  readonly isOneLine?: boolean;
  readonly calls: readonly PosedCall[];
  /** About keys that no rule reads, and values that cannot match any rule. */
  readonly warnings: readonly Diagnostic[];
  /** Returns the place of a key of a call, or of a key inside of it. */
  readonly placeOf: (
    index: number,
    ...keys: readonly string[]
  ) => Pick<Diagnostic, 'file' | 'position' | 'path'>;
}

/**
 * Reads one call as JSON, a list of calls, or one call per line. One unreadable call rejects the whole file, so
 * verdicts stay aligned with calls.
 * @throws InputError with the findings of all calls
 */
export function readCalls(text: string, file: string): CallsFile {
  const parse = isJsonLines(text) ? parseJsonLines : parseJson;
  const document = parse(text, file, 'nearest', publicPartOfCall);
  const many = Array.isArray(document.value);
  const values: readonly unknown[] = many ? (document.value as unknown[]) : [document.value];
  const pathOf = (index: number): ValuePath => (many ? [index] : []);
  const warnings = new Warnings(document);
  const calls: PosedCall[] = [];
  const problems: Diagnostic[] = [];
  for (const [index, value] of values.entries()) {
    try {
      calls.push(
        readPart(document, pathOf(index), value, (part) => readPosed(part, pathOf(index), warnings)),
      );
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      append(problems, error.diagnostics);
      if (problems.length > MOST_FINDINGS) break;
    }
  }
  if (problems.length > 0) throw new InputError(problems);
  if (calls.length === 0) throw new InputError({ file, message: 'contains no calls' });
  return {
    many,
    isOneLine: !many && !text.trim().includes('\n'),
    calls,
    warnings: warnings.list,
    placeOf: (index, ...keys) => {
      const path = [...pathOf(index), ...keys];
      return { file, position: document.locate(path), path };
    },
  };
}

function readPosed(part: SourceDocument, base: ValuePath, warnings: Warnings): PosedCall {
  const isRequest = isToolsCallRequest(part.value);
  const document = isRequest ? callOfRequest(part) : part;
  const found = [strayKeys(document), ...(isRequest ? [strayParameters(part)] : [])];
  const [call, expect] = collected(
    found.flatMap(({ misspelt }) => misspelt),
    () => readCall(document),
    () => (isObject(document.value) ? validate(expectationSchema, document).expect : undefined),
  );
  for (const path of found.flatMap(({ unknown }) => unknown)) {
    warnings.add(base, path, 'key', `no rule looks at the key \`${clip(String(path.at(-1)))}\``);
  }
  const { ip } = call;
  // what looks like an address is rejected, see refuseUnclear
  if (ip !== undefined && !isAddressList(ip) && !isAddressLike(ip)) {
    warnings.add(base, ['ip'], 'value', `\`${clip(ip)}\` is not an IP address, so it counts as absent`);
  }
  return expect == null ? call : { ...call, expect };
}

/** Runs two readers on the same call, and throws their findings together with the given ones. */
function collected<A, B>(findings: readonly Diagnostic[], first: () => A, second: () => B): [A, B] {
  const problems = [...findings];
  const attempt = <T>(read: () => T): T | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      append(problems, error.diagnostics);
      return undefined;
    }
  };
  const results = [attempt(first), attempt(second)];
  if (problems.length > 0) throw new InputError(problems);
  return results as [A, B];
}

/** Warnings about calls, each reported once per key: in a log of a million calls every one may have it. */
class Warnings {
  readonly list: Diagnostic[] = [];
  readonly #document: SourceDocument;
  readonly #told = new Set<string>();

  constructor(document: SourceDocument) {
    this.#document = document;
  }

  add(base: ValuePath, path: ValuePath, at: 'key' | 'value', message: string): void {
    const name = formatPath(path.filter((segment) => typeof segment === 'string'));
    if (this.#told.has(name) || this.#told.size > MOST_FINDINGS) return;
    this.#told.add(name);
    const whole = [...base, ...path];
    const position = this.#document.locate(whole, at);
    this.list.push({ file: this.#document.file, position, path: whole, message });
  }
}
