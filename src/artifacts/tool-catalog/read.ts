import * as z from 'zod/mini';
import type { Diagnostic, ValuePath } from '../../diagnostic.ts';
import { parseJson } from '../../documents/json.ts';
import { readPart } from '../../documents/part-of.ts';
import type { Reading } from '../../documents/reading.ts';
import { recordList } from '../../documents/record-list.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { validate } from '../../documents/validate.ts';
import { parseYaml } from '../../documents/yaml.ts';
import { InputError } from '../../errors.ts';
import type { ListedTool, ToolCatalog } from '../../mcp/listed-tool.ts';
import { isObject, valueAt } from '../../values/own-property.ts';
import { outline } from '../json-artifact.ts';

/** A file format, and where its list of tools is. */
interface CatalogFormat {
  readonly name: string;
  /** Returns the path of the list. Undefined when the document has another format. */
  readonly listAt: (value: unknown) => ValuePath | undefined;
}

const FORMATS: readonly CatalogFormat[] = [
  { name: 'list of tools', listAt: (value) => (Array.isArray(value) ? [] : undefined) },
  { name: 'tools/list result', listAt: (value) => (has(value, 'tools') ? ['tools'] : undefined) },
  {
    name: 'JSON-RPC response',
    listAt: (value) => (has(value, 'result') && has(value.result, 'tools') ? ['result', 'tools'] : undefined),
  },
  {
    name: 'mock_server manifest',
    listAt: (value) =>
      has(value, 'mock_server') && has(value.mock_server, 'tools') ? ['mock_server', 'tools'] : undefined,
  },
];

/**
 * Reads the tools that a server offers from a `tools/list` result, a bare list of tools, a JSON-RPC response, or the
 * manifest of a mock server (YAML or JSON). Annotations and schemas are kept unchanged.
 * Spec (execution safety): "Example".
 * @throws InputError when the text has another format, lists no tools, or a tool has no name
 */
export function parseToolCatalog(text: string, file: string): Reading<ToolCatalog> {
  const { document, format, path } = catalogDocument(text, file);
  if (format === undefined || path === undefined) throw unrecognised(document);
  const tools = readToolsAt(document, path);
  return { format, value: { tools }, warnings: warningsOf(document, path, tools) };
}

/** A parsed file; the name of its format and the path of its list of tools are undefined if it has none. */
export interface CatalogDocument {
  readonly document: SourceDocument;
  readonly format?: string | undefined;
  readonly path?: ValuePath | undefined;
}

/** Parses a file, and looks for its list of tools. @throws InputError when it is not JSON or YAML */
export function catalogDocument(text: string, file: string): CatalogDocument {
  const document = /^\s*[[{]/.test(text) ? parseJson(text, file) : parseYaml(text, file);
  const format = FORMATS.find(({ listAt }) => listAt(document.value) !== undefined);
  return { document, format: format?.name, path: format?.listAt(document.value) };
}

const toolList = recordList(z.looseObject({ name: z.string().check(z.minLength(1)) }));

/** Reads the list of tools at a path. @throws InputError when it is empty, or a tool has no name */
export function readToolsAt(document: SourceDocument, path: ValuePath): readonly ListedTool[] {
  const list = valueAt(document.value, path);
  const written = readPart(document, path, list, (part) => validate(toolList, part));
  if (written.length === 0) {
    throw new InputError({
      file: document.file,
      position: document.locate(path),
      path,
      message: 'lists no tools',
    });
  }
  // a manifest may write these keys in snake_case
  return written.map(({ input_schema, output_schema, ...tool }) => ({
    ...tool,
    ...(input_schema !== undefined && { inputSchema: tool.inputSchema ?? input_schema }),
    ...(output_schema !== undefined && { outputSchema: tool.outputSchema ?? output_schema }),
  }));
}

/** Returns warnings about a list that is valid but may mislead. */
function warningsOf(document: SourceDocument, path: ValuePath, tools: readonly ListedTool[]): Diagnostic[] {
  const { file } = document;
  const seen = new Set<string>();
  const warnings: Diagnostic[] = [];
  for (const [index, { name }] of tools.entries()) {
    const at = [...path, index, 'name'];
    if (seen.has(name)) {
      warnings.push({
        file,
        position: document.locate(at),
        path: at,
        message: `\`${name}\` is listed twice`,
      });
    }
    seen.add(name);
  }
  const cursor = [...path.slice(0, -1), 'nextCursor'];
  if (typeof valueAt(document.value, cursor) === 'string') {
    warnings.push({
      file,
      position: document.locate(cursor, 'key'),
      path: cursor,
      message: 'the file contains only one page of the list: more tools follow',
      help: 'put the tools of all pages into one file',
    });
  }
  return warnings;
}

function has<K extends string>(value: unknown, key: K): value is Record<K, unknown> {
  return isObject(value) && Object.hasOwn(value, key);
}

function unrecognised({ file, value, locate }: SourceDocument): InputError {
  const isFault = has(value, 'jsonrpc') && has(value, 'error');
  return new InputError({
    file,
    position: locate([]),
    message: isFault
      ? 'is an error response: it lists no tools'
      : `is not a list of tools: found ${outline(value)}`,
    help: `pass one of: a ${FORMATS.map(({ name }) => name).join(', a ')}`,
  });
}
