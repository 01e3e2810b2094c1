import { wordsOf } from './name-words.ts';
import { readName, readNameStrictly } from './read-name.ts';
import { NOUNS_TOO } from './words.ts';

/** The parameter of a tool that decides what it does, so that its name cannot. */
export interface Dispatcher {
  readonly parameter: string;
  /** The value that writes; undefined when the parameter takes any text. */
  readonly value?: string;
}

/** Parameters that choose among actions, when the schema lists them. */
const CHOOSING = new Set(['action', 'operation', 'method', 'mode', 'command', 'verb', 'op']);

/** Parameters that hold a program of the caller's. */
const PROGRAMS = new Set([
  'sql',
  'command',
  'commands',
  'cmd',
  'code',
  'script',
  'shell',
  'statement',
  'javascript',
  'python',
]);

/** How deep the schema of a stranger is looked through. */
const DEEPEST = 12;

/**
 * The first parameter by which the caller, not the name, says what a tool does: a list of actions one of which changes
 * something, or a free text that is run. Source: strict mode, "its schema shows no dispatcher".
 */
export function findDispatcher(inputSchema: unknown, depth = 0): Dispatcher | undefined {
  if (!isObject(inputSchema) || depth > DEEPEST) return undefined;
  const properties = member(inputSchema, 'properties');
  for (const [parameter, schema] of isObject(properties) ? Object.entries(properties) : []) {
    const found = dispatcherOf(parameter, schema) ?? findDispatcher(schema, depth + 1);
    if (found) return found;
  }
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const parts = member(inputSchema, keyword);
    for (const part of Array.isArray(parts) ? parts : []) {
      const found = findDispatcher(part, depth + 1);
      if (found) return found;
    }
  }
  const items = member(inputSchema, 'items');
  return items === undefined ? undefined : findDispatcher(items, depth + 1);
}

function dispatcherOf(parameter: string, schema: unknown): Dispatcher | undefined {
  const name = parameter.toLowerCase();
  const listed = valuesOf(schema, 0);
  if (CHOOSING.has(name) && listed) {
    const value = listed.find((each) => writes(each));
    if (value !== undefined) return { parameter, value };
  }
  const words = wordsOf(parameter);
  if (!listed && PROGRAMS.has(words.at(-1) ?? '') && words.length <= 2 && takesText(schema)) {
    return { parameter };
  }
  return undefined;
}

/** A listed action is a name in small: `get_workflow_run` reads, `rerun_failed_jobs` does not, `issue_types` is a noun. */
function writes(value: string): boolean {
  const { kind, word = '' } = readNameStrictly(value);
  const isNoun = NOUNS_TOO.has(word) && wordsOf(value).length > 1 && readName(value).kind === 'silent';
  return (kind === 'mutating' || kind === 'destructive') && !isNoun;
}

/** The texts that a schema lists, also one by one as `const` under `anyOf`; undefined when it lists none. */
function valuesOf(schema: unknown, depth: number): readonly string[] | undefined {
  if (!isObject(schema) || depth > DEEPEST) return undefined;
  const listed = member(schema, 'enum');
  if (Array.isArray(listed)) return listed.filter((value) => typeof value === 'string');
  const only = member(schema, 'const');
  if (only !== undefined) return typeof only === 'string' ? [only] : [];
  const parts = [member(schema, 'anyOf'), member(schema, 'oneOf')].filter(Array.isArray).flat();
  const lists = parts.map((part) => valuesOf(part, depth + 1)).filter((list) => list !== undefined);
  return lists.length === 0 ? undefined : lists.flat();
}

function takesText(schema: unknown): boolean {
  if (!isObject(schema)) return true;
  const type = member(schema, 'type');
  return type === undefined || [type].flat().some((each) => each === 'string' || each === 'array');
}

function member(value: Record<string, unknown>, key: string): unknown {
  return Object.hasOwn(value, key) ? value[key] : undefined;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
