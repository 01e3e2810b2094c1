import type { ToolCall } from '../artifacts/audit-log/model.ts';
import type { ValuePath } from '../diagnostic.ts';
import { type FieldName, fieldName } from './field-names.ts';
import { mayHoldShape } from './secret-shapes.ts';
import { type Command, commandsOf } from './shell-commands.ts';
import { type SqlText, sqlTextOf } from './sql-text.ts';
import { TRAITS, traitsOf } from './traits.ts';
import { type Url, urlsOf } from './urls.ts';

/** The first part of a text, of this length, is inspected; `egress.oversized_field` reports a longer text. */
export const MOST_CHARACTERS = 65_536;

/** A text of a call, with derived forms that detectors share, computed on first use. */
export class Leaf {
  /** The first {@link MOST_CHARACTERS} characters of the text. */
  readonly text: string;
  /** The length of the whole text. */
  readonly length: number;
  /** The bits of `TRAITS`. */
  readonly traits: number;
  /** The nearest key above it; for an element of a list, the key of the list. */
  readonly key: string;
  /** What the key says about the text. */
  readonly field: FieldName;
  readonly call: ToolCall;
  /** The path of the text. The walk changes it as it continues. */
  readonly path: ValuePath;
  #commands: readonly Command[] | undefined;
  #sql: SqlText | undefined;
  #urls: readonly Url[] | undefined;
  #fences: readonly number[] | undefined;

  constructor(text: string, key: string, path: ValuePath, call: ToolCall) {
    this.text = text.length > MOST_CHARACTERS ? text.slice(0, MOST_CHARACTERS) : text;
    this.length = text.length;
    this.key = key;
    this.call = call;
    this.path = path;
    this.field = fieldName(key);
    let traits = traitsOf(this.text) | this.field.traits;
    if ((traits & TRAITS.token) !== 0 && mayHoldShape(this.text)) traits |= TRAITS.shape;
    if (text.length > MOST_CHARACTERS) traits |= TRAITS.oversized;
    this.traits = traits;
  }

  /** Whether the text has one of these traits. */
  has(traits: number): boolean {
    return (this.traits & traits) !== 0;
  }

  /** The text as a shell would read it. */
  get commands(): readonly Command[] {
    this.#commands ??= commandsOf(this.text);
    return this.#commands;
  }

  /** The text as a database would read it. */
  get sql(): SqlText {
    this.#sql ??= sqlTextOf(this.text);
    return this.#sql;
  }

  /** The URLs in the text. */
  get urls(): readonly Url[] {
    this.#urls ??= urlsOf(this.text);
    return this.#urls;
  }

  /** The offsets of the lines that open or close a Markdown code block. */
  get fences(): readonly number[] {
    this.#fences ??= [...this.text.matchAll(/^ {0,3}```/gm)].map(({ index }) => index);
    return this.#fences;
  }
}
