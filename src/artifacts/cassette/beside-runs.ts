import type { ValuePath } from '../../diagnostic.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import { valueAt } from '../../values/own-property.ts';
import { Ledger, UNREAD_CALL } from './events/ledger.ts';
import { formatOf } from './recognise.ts';

/**
 * Refuses what looks like a call next to the list of runs of a file: it belongs to none of them, and would be lost.
 * @param target what holds the list, and where it is
 * @param runs the paths of the runs in it
 * @throws InputError
 *
 * Spec (recordings): "One rule against silent loss".
 */
export function refuseBesideRuns(
  { file, locate }: SourceDocument,
  target: { readonly value: unknown; readonly path: ValuePath },
  [first = []]: readonly ValuePath[],
): void {
  const [key] = first;
  // a bare list has nothing next to it
  if (typeof key !== 'string') return;
  const ledger = new Ledger();
  ledger.begin(target.value);
  // the list, which may be deeper than the first key
  ledger.leaveOut(first.slice(0, -1));
  const known = formatOf(valueAt(target.value, first))?.besideRuns ?? [];
  for (const path of known) ledger.leaveOut(path);
  const found = ledger.unread().map((path) => [...target.path, ...path]);
  if (found.length === 0) return;
  throw new InputError(found.map((path) => ({ file, position: locate(path), path, ...UNREAD_CALL })));
}
