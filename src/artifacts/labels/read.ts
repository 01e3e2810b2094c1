import { type Diagnostic, MOST_FINDINGS } from '../../diagnostic.ts';
import { parseJsonLine } from '../../documents/json-lines.ts';
import { validate } from '../../documents/validate.ts';
import { InputError } from '../../errors.ts';
import type { FilesPort } from '../../ports.ts';
import { append } from '../../values/append.ts';
import { toItems } from './items.ts';
import { LabelLineReader } from './line-reader.ts';
import type { LabelRow, Labels, Wants } from './model.ts';
import { labelSchemaFor } from './schema.ts';

/** How to read a file of labels. */
export interface LabelsOptions {
  readonly wants: Wants;
  /** The member that says which item a row is about; undefined for `id`, which a file may lack. */
  readonly itemKey: string | undefined;
}

/**
 * Reads a file of labels: JSON Lines, one row a line; blank lines are skipped.
 *
 * Spec (judging): "`mcptest judge certify`"
 * @throws InputError when a line is not a row, the file has no row, or its rows contradict each other
 */
export function readLabels(
  path: string,
  files: Pick<FilesPort, 'readHashed'>,
  options: LabelsOptions,
): Labels {
  const { text, sha256 } = files.readHashed(path);
  const rows = readRows(text, path, options);
  if (rows.length === 0) {
    throw new InputError({ file: path, message: 'has no labels', help: 'write one JSON object a line' });
  }
  return { ...toItems(rows, path, options.itemKey), sha256 };
}

function readRows(text: string, file: string, { wants, itemKey = 'id' }: LabelsOptions): LabelRow[] {
  const reader = new LabelLineReader(wants, itemKey);
  const rows: LabelRow[] = [];
  const faults: Diagnostic[] = [];
  let number = 0;
  for (let start = 0; start < text.length && faults.length <= MOST_FINDINGS; ) {
    const next = text.indexOf('\n', start);
    const end = next === -1 ? text.length : next;
    const line = text.slice(start, end);
    start = end + 1;
    number++;
    const row = reader.read(line, number);
    if (row) rows.push(row);
    else if (/\S/.test(line)) append(faults, faultsOf(line, number, file, wants, itemKey));
  }
  if (faults.length > 0) throw new InputError(faults);
  return rows;
}

/** Says what is wrong with a line that was not read. */
function faultsOf(
  line: string,
  number: number,
  file: string,
  wants: Wants,
  itemKey: string,
): readonly Diagnostic[] {
  try {
    validate(labelSchemaFor(wants, itemKey), parseJsonLine(line, file, number));
  } catch (error) {
    if (error instanceof InputError) return error.diagnostics;
    throw error;
  }
  return [{ file, position: { line: number, column: 1 }, message: 'is not a label' }];
}
