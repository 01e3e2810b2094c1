/**
 * One step of a path. An undecorated decimal segment, and `[3]`, carry an index: on a list they are that
 * element, on an object that key. A quoted segment (`["3"]`) is a key only.
 */
export interface KeySegment {
  readonly kind: 'key';
  readonly key: string;
  readonly index?: number;
}

/** A segment with `{arg.path}` in it, filled from the arguments of a call and never split again. */
export interface TemplateSegment {
  readonly kind: 'template';
  /** Literal texts and paths into the arguments, in order. */
  readonly parts: readonly (string | Path)[];
}

/** A path into plain data: `inventory.widgets`, `a.["any key"]`, `tool_calls[0].name`. */
export type Path = readonly KeySegment[];

/** A path of a scenario, which may hold templates: `reservations.{reservation_id}.status`. */
export type TemplatePath = readonly (KeySegment | TemplateSegment)[];

/** What is wrong with the text of a path, and where: `offset` counts UTF-16 units from the start of the text. */
export interface PathFault {
  readonly offset: number;
  readonly message: string;
  readonly help?: string | undefined;
}

/** Tells what {@link parsePath} and {@link parseTemplatePath} return apart. */
export function isPathFault(result: TemplatePath | PathFault): result is PathFault {
  return !Array.isArray(result);
}

// an index that a double does not hold exactly would be another index; such a segment is a plain key
const DECIMAL = /^(?:0|[1-9]\d*)$/;

/** The segment that a bare text stands for: a key, and an index too when it is a decimal number. */
export function bareSegment(key: string): KeySegment {
  const index = startsWithDigit(key) && DECIMAL.test(key) ? Number(key) : undefined;
  return index !== undefined && Number.isSafeInteger(index)
    ? { kind: 'key', key, index }
    : { kind: 'key', key };
}

/** The cheap question first: templates are filled a million times, and few of them with numbers. */
function startsWithDigit(key: string): boolean {
  const first = key.charCodeAt(0);
  return first >= 0x30 && first <= 0x39;
}

// what the grammar gives a meaning, and what a reader could not see: spaces, controls, lone surrogates
const BARE = /^[^.[\]{}\\"\s\p{Cc}\p{Cf}\p{Cs}]+$/u;

/** A path as text: `state.items[0]["any key"]`. Parsing the text gives the same path again. */
export function formatPath(path: Path): string {
  return path.reduce((text, { key, index }) => {
    if (index !== undefined) return `${text}[${index}]`;
    return text + (bareSegment(key).index === undefined ? keyText(key, text === '') : quoted(key));
  }, '');
}

/**
 * A key of an object as it follows a path. A decimal key is written like any other, `orders.1234`: it leads to
 * that key of an object, as `orders["1234"]` does with more noise.
 */
export function keyText(key: string, first: boolean): string {
  if (!BARE.test(key)) return quoted(key);
  return first ? key : `.${key}`;
}

function quoted(key: string): string {
  return `[${JSON.stringify(key)}]`;
}
