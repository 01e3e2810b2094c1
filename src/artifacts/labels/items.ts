import { type Diagnostic, MOST_FINDINGS } from '../../diagnostic.ts';
import { InputError } from '../../errors.ts';
import { clip, quote } from '../../text/clip.ts';
import type { LabelRow, Labels } from './model.ts';

/**
 * Groups the rows of a file by item. A row without an item is one of its own, if no row has one.
 * @throws InputError when an item occurs twice without an order or in one order, or has no row in the other order
 */
export function toItems(
  rows: readonly LabelRow[],
  file: string,
  itemKey: string | undefined,
): Pick<Labels, 'items' | 'others' | 'orders'> {
  const faults = new RowFaults(file);
  const key = itemKey ?? 'id';
  const hasItems = itemKey !== undefined || rows.some(({ item }) => item !== undefined);
  const orders = ordersOf(rows, faults);
  if (orders && !hasItems) {
    faults.add(
      rows[0] as LabelRow,
      `has an \`order\` and no \`${key}\``,
      'give both rows of an item the same id',
    );
  }
  if (hasItems) {
    const without = rows.filter(({ item }) => item === undefined);
    const isNowhere = without.length === rows.length;
    for (const row of isNowhere ? without.slice(0, 1) : without) {
      faults.add(
        row,
        `has no \`${clip(key)}\`, which ${isNowhere ? 'no row has' : 'other rows have'}`,
        undefined,
      );
    }
  }
  for (const row of rows) contradiction(row, faults);
  faults.refuse();
  if (!hasItems) return { items: rows, others: undefined, orders: undefined };
  const paired = orders ? pair(rows, orders, faults) : { items: distinct(rows, faults), others: undefined };
  faults.refuse();
  return { ...paired, orders };
}

/** Returns the two values of `order`; undefined when no row has one. */
function ordersOf(rows: readonly LabelRow[], faults: RowFaults): Labels['orders'] {
  const found = new Map<string, LabelRow>();
  for (const row of rows) if (row.order !== undefined && !found.has(row.order)) found.set(row.order, row);
  if (found.size === 0) return undefined;
  for (const row of rows) {
    if (row.order === undefined) faults.add(row, 'has no `order`, which other rows have', undefined);
    else if (row.verdict === undefined) {
      faults.add(row, 'has an `order` and no `verdict`', 'the verdicts in both orders are compared');
    }
  }
  const [first, second, third] = [...found.keys()].sort();
  if (third !== undefined) {
    const row = found.get(third) as LabelRow;
    faults.add(row, `is the third value of \`order\`: ${quote(third)}`, 'a file has two orders of any name');
  } else if (second === undefined) {
    const help = 'add the other order of each item, or leave out `order`';
    faults.add(rows[0] as LabelRow, `every row has the same \`order\`, ${quote(first as string)}`, help);
  }
  return [first as string, second ?? ''];
}

/** A verdict that equals the label is right, and another is not. */
function contradiction(row: LabelRow, faults: RowFaults): void {
  const { verdict, label, correct } = row;
  if (correct === undefined || verdict === undefined || label === undefined) return;
  if ((verdict === label) === correct) return;
  faults.add(
    row,
    `\`correct\` is ${correct}, but \`verdict\` is ${quote(verdict)} and \`label\` is ${quote(label)}`,
    'if the two are written in different words, leave out `label`',
  );
}

/** Returns the rows of a file without orders, in which each item occurs once. */
function distinct(rows: readonly LabelRow[], faults: RowFaults): readonly LabelRow[] {
  const names = new Set<string>();
  for (const { item } of rows) names.add(item as string);
  if (names.size === rows.length) return rows;
  const known = new Map<string, LabelRow>();
  for (const row of rows) {
    const same = known.get(row.item as string);
    if (same) repeated(row, same, faults);
    else known.set(row.item as string, row);
  }
  return rows;
}

function pair(
  rows: readonly LabelRow[],
  orders: readonly [string, string],
  faults: RowFaults,
): Pick<Labels, 'items' | 'others'> {
  const known = [new Map<string, LabelRow>(), new Map<string, LabelRow>()] as const;
  for (const row of rows) {
    const rowsInOrder = known[row.order === orders[0] ? 0 : 1];
    const same = rowsInOrder.get(row.item as string);
    if (same) repeated(row, same, faults);
    else rowsInOrder.set(row.item as string, row);
  }
  const [first, second] = known;
  const items: LabelRow[] = [];
  const others: LabelRow[] = [];
  for (const [item, row] of first) {
    const other = second.get(item);
    if (other) {
      items.push(row);
      others.push(other);
      otherLabel(row, other, faults);
    } else alone(row, orders[1], faults);
  }
  for (const [item, row] of second) if (!first.has(item)) alone(row, orders[0], faults);
  return { items, others };
}

function alone(row: LabelRow, other: string, faults: RowFaults): void {
  const help = 'label each item in both orders';
  faults.add(row, `${quote(row.item as string)} has no row in the order ${quote(other)}`, help);
}

function repeated(row: LabelRow, same: LabelRow, faults: RowFaults): void {
  const where = row.order === undefined ? '' : ` in the order ${quote(row.order)}`;
  faults.add(
    row,
    `${quote(row.item as string)} has a label${where} already, on line ${same.line}`,
    row.order === undefined
      ? 'label each item once; for an item judged in two orders, say which with `order`'
      : 'label each item once in each order',
  );
}

function otherLabel(row: LabelRow, second: LabelRow, faults: RowFaults): void {
  if (row.label === second.label) return;
  const [one, two] = [row.label, second.label].map((label) => (label === undefined ? 'none' : quote(label)));
  faults.add(
    second,
    `the label of ${quote(row.item as string)} is ${two}, and on line ${row.line} ${one}`,
    undefined,
  );
}

/** Collects what is wrong with rows that are well formed. */
class RowFaults {
  readonly #file: string;
  readonly #faults: Diagnostic[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  add({ line }: LabelRow, message: string, help: string | undefined): void {
    if (this.#faults.length > MOST_FINDINGS) return;
    this.#faults.push({ file: this.#file, position: { line, column: 1 }, message, help });
  }

  /** @throws InputError when there are any */
  refuse(): void {
    if (this.#faults.length > 0) throw new InputError(this.#faults);
  }
}
