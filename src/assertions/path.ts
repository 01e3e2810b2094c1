/**
 * One step of a path. A bare decimal segment, and `[3]`, have an index: in a list they select that element, in an
 * object that key. A quoted segment (`["3"]`) is only a key.
 */
export interface KeySegment {
  readonly kind: 'key';
  readonly key: string;
  readonly index?: number;
}

/** A segment that contains `{arg.path}`. It is filled from the arguments of a call, and never split again. */
export interface TemplateSegment {
  readonly kind: 'template';
  /** Literal texts and paths into the arguments, in order. */
  readonly parts: readonly (string | Path)[];
}

/** A path into plain data: `inventory.widgets`, `a.["any key"]`, `tool_calls[0].name`. */
export type Path = readonly KeySegment[];

/** A path of a scenario, which may contain templates: `reservations.{reservation_id}.status`. */
export type TemplatePath = readonly (KeySegment | TemplateSegment)[];

/** A fault in the text of a path. `offset` counts UTF-16 units from the start of the text. */
export interface PathFault {
  readonly offset: number;
  readonly message: string;
  readonly help?: string | undefined;
}

/** Distinguishes the results of {@link parsePath} and {@link parseTemplatePath}. */
export function isPathFault(result: TemplatePath | PathFault): result is PathFault {
  return !Array.isArray(result);
}

// an index that a double does not represent exactly would be another index; such a segment is a plain key
const DECIMAL = /^(?:0|[1-9]\d*)$/;

/** Makes the segment for a bare text: a key, and an index too if it is a decimal number. */
export function bareSegment(key: string): KeySegment {
  const index = startsWithDigit(key) && DECIMAL.test(key) ? Number(key) : undefined;
  return index !== undefined && Number.isSafeInteger(index)
    ? { kind: 'key', key, index }
    : { kind: 'key', key };
}

/** A cheap check first: templates are filled a million times, and few of them with numbers. */
function startsWithDigit(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}

// excludes characters of the grammar and those that a reader cannot see: spaces, controls, lone surrogates
const BARE = /^[^.[\]{}\\"\s\p{Cc}\p{Cf}\p{Cs}]+$/u;

/** Formats a path: `state.items[0]["any key"]`. Parsing the text gives the same path again. */
export function formatPath(path: Path): string {
  return path.reduce((text, { key, index }) => {
    if (index !== undefined) return `${text}[${index}]`;
    return text + (bareSegment(key).index === undefined ? keyText(key, text === '') : quoted(key));
  }, '');
}

/**
 * Formats a key of an object after a path. A decimal key is written bare, `orders.1234`: it leads to that key of an
 * object, as `orders["1234"]` does with more noise.
 */
export function keyText(key: string, first: boolean): string {
  if (!BARE.test(key)) return quoted(key);
  return first ? key : `.${key}`;
}

function quoted(key: string): string {
  return `[${JSON.stringify(key)}]`;
}
