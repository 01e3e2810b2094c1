import * as z from 'zod/mini';
import { InputError } from '../errors.ts';
import { isObject } from './json-artifact.ts';
import type { SourceDocument } from './source-document.ts';
import { validate } from './validate.ts';

const tools = z.array(z.object({ name: z.string().check(z.minLength(1)) }));

/** The shapes in which a catalog comes, by where its tools are. */
const SHAPES = {
  list: tools,
  result: z.object({ tools }),
  response: z.object({ result: z.object({ tools }) }),
} as const;

/**
 * The names of the tools of a catalog: what a server answers to `tools/list`, with its JSON-RPC envelope or without,
 * or the list of tools alone.
 * @throws InputError, also when the catalog goes on elsewhere or holds no tool: its names would not be all
 */
export function readToolNames(document: SourceDocument): readonly string[] {
  const { value, file, locate } = document;
  const names = toolsOf(document).map(({ name }) => name);
  const result = isObject(value) && isObject(value.result) ? value.result : value;
  if (isObject(result) && typeof result.nextCursor === 'string') {
    throw new InputError({
      file,
      position: locate([]),
      message: 'is one page of a catalog: `nextCursor` says that there are more tools',
      help: 'fetch all pages, and put their tools in one list',
    });
  }
  if (names.length === 0) throw new InputError({ file, position: locate([]), message: 'holds no tool' });
  return [...new Set(names)];
}

function toolsOf(document: SourceDocument): readonly { readonly name: string }[] {
  const { value } = document;
  if (Array.isArray(value)) return validate(SHAPES.list, document);
  if (isObject(value) && Object.hasOwn(value, 'result'))
    return validate(SHAPES.response, document).result.tools;
  return validate(SHAPES.result, document).tools;
}
