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
