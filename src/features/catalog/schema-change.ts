/**
 * What the change of a schema does: it accepts less or more, in a way that is known or not; an optional property is new
 * or any property is gone; a default differs; or only words differ.
 */
export type SchemaEffect = 'narrower' | 'wider' | 'unclear' | 'added' | 'removed' | 'default' | 'words';

/** One difference between two schemas. */
export interface SchemaChange {
  /** The place of the value that the schema describes: `filter.name`, `tags[]`. Empty for the whole value. */
  readonly at: string;
  readonly effect: SchemaEffect;
  /** What changed, as the rest of a sentence whose subject is the place. */
  readonly message: string;
}
