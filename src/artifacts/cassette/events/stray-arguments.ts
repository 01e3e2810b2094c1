import type { ValuePath } from '../../../diagnostic.ts';
import type { Contradictions } from '../../../documents/contradictions.ts';
import type { Ledger } from './ledger.ts';

/** Refuses a call that seems to have no arguments, but has what looks like them under another key. */
export function refuseStrayArguments(argsPath: ValuePath, ledger: Ledger, faults: Contradictions): void {
  const stray = ledger.strayArguments(argsPath);
  if (stray === undefined) return;
  faults.add(
    [...argsPath.slice(0, -1), stray],
    `looks like the arguments of the call, which are expected under \`${String(argsPath.at(-1))}\``,
    'rename the key, or remove the value',
  );
}
