import * as z from 'zod/mini';
import { parseAuthored } from '../../../documents/authored.ts';
import { described } from '../../../documents/described.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { validate } from '../../../documents/validate.ts';
import { InputError } from '../../../errors.ts';
import type { TableColumn } from '../../../table-port.ts';
import { clip, quote } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import { someOf } from '../../../text/some-of.ts';
import { defaultColumn, FIELD_NAMES, type Field, REQUIRED_FIELDS } from './fields.ts';

const column = () => z.optional(z.nullable(z.string().check(z.minLength(1))));

/** The file of `--columns`: the column of each field. Spec (scale): "Where logs outgrow one machine". */
export const columnMapSchema = described(
  z.strictObject(
    Object.fromEntries(FIELD_NAMES.map((field) => [field, column()])) as Record<
      Field,
      ReturnType<typeof column>
    >,
  ),
  'the column of each field of an audit record; null: the table does not have the field',
);

/** The columns that a map names; null for a field that the table does not have. */
export interface ColumnMap {
  readonly columns: Readonly<Partial<Record<Field, string | null>>>;
  readonly document: SourceDocument;
}

/** The columns of a table that hold fields. */
export type FieldColumns = Readonly<Partial<Record<Field, TableColumn>>>;

/** Reads the file of `--columns`. @throws InputError */
export function parseColumnMap(text: string, path: string): ColumnMap {
  const document = parseAuthored(text, path);
  const columns = validate(columnMapSchema, document) as ColumnMap['columns'];
  return { columns, document };
}

/** Tables with more columns are named only in part. */
const MOST_SHOWN = 20;

/**
 * Finds the column of each field: the one that the map names, else the one with the default name, if the table has it.
 * @param name the name of the source in messages
 * @throws InputError when the table lacks a column of the map, or one without which no record can be read
 */
export function columnsOf(
  columns: readonly TableColumn[],
  map: ColumnMap | undefined,
  name: string,
): FieldColumns {
  const byName = new Map(columns.map((each) => [each.name, each]));
  const found: Partial<Record<Field, TableColumn>> = {};
  for (const field of FIELD_NAMES) {
    const wanted = map?.columns[field];
    if (wanted === null) continue;
    const known = byName.get(wanted ?? defaultColumn(field));
    if (known) found[field] = known;
    else if (wanted !== undefined && map) throw noColumn(wanted, field, columns, map, name);
  }
  const missing = REQUIRED_FIELDS.filter((field) => found[field] === undefined);
  if (missing.length > 0) {
    throw new InputError({
      file: name,
      message: `has no column for ${missing.map(quote).join(' and ')}; its columns are ${namesOf(columns)}`,
      help: 'name the columns with --columns map.yml, such as `tool: tool_name`',
    });
  }
  if (!map) refuseNested(columns, found, name);
  return found;
}

/** A table that was made from NDJSON has the agent as one column: without its parts, rules would decide on nothing. */
function refuseNested(columns: readonly TableColumn[], found: Partial<FieldColumns>, name: string): void {
  for (const { name: column, type } of columns) {
    const parts = FIELD_NAMES.filter((field) => field.startsWith(`${column}.`));
    if (parts.length === 0 || parts.some((field) => found[field] !== undefined)) continue;
    const wanted = parts.map((field) => `${field} AS ${defaultColumn(field)}`).join(', ');
    throw new InputError({
      file: name,
      message: `has ${quote(clip(column))} as one column of the type ${clip(type, 120)}, but needs a column for each of ${parts.map((field) => quote(defaultColumn(field))).join(', ')}`,
      help: `select \`${wanted}\` into new files, a table or a view, or name your columns with --columns map.yml`,
    });
  }
}

function noColumn(
  wanted: string,
  field: Field,
  columns: readonly TableColumn[],
  { document }: ColumnMap,
  name: string,
): InputError {
  const near = nearest(
    wanted,
    columns.map((each) => each.name),
  );
  return new InputError({
    file: document.file,
    position: document.locate([field]),
    path: [field],
    message: `${name} has no column ${quote(clip(wanted))}; its columns are ${namesOf(columns)}`,
    ...(near !== undefined && { help: `did you mean ${quote(near)}?` }),
  });
}

function namesOf(columns: readonly TableColumn[]): string {
  return someOf(columns, MOST_SHOWN, ({ name }) => quote(clip(name)));
}
