import { comparePositions, type Position, type Words } from '../diagnostic.ts';
import type { FindingTable } from './table.ts';

/** What a lint reports, before its severity and its place are added. */
export interface Remark<Code extends string = string> extends Words {
  readonly code: Code;
}

/** A remark with its severity and its place, with keys in the order of the report. */
export type Finding<
  Severity extends string = string,
  Code extends string = string,
  Place extends object = object,
> = { readonly code: Code; readonly severity: Severity } & Place & {
    readonly message: string;
    readonly help?: string | undefined;
  };

/** Turns a remark into a finding. */
export function toFinding<Severity extends string, Code extends string, Place extends object>(
  { kinds }: FindingTable<Severity, Code>,
  { code, message, help }: Remark<NoInfer<Code>>,
  place: Place,
): Finding<Severity, Code, Place> {
  const { severity } = kinds[code];
  return { code, severity, ...place, message, ...(help !== undefined && { help }) };
}

/** Sorts findings about one file by position; those at the same position keep their order. */
export function inFileOrder<T extends Partial<Position>>(placed: readonly T[]): T[] {
  return [...placed].sort(comparePositions);
}

/** Counts the findings of each severity of the scale, zero included. */
export function countFindings<Severity extends string>(
  { severities }: FindingTable<Severity>,
  findings: readonly { readonly severity: NoInfer<Severity> }[],
): Record<Severity, number> {
  const counts = Object.fromEntries(Object.keys(severities).map((name) => [name, 0])) as Record<
    Severity,
    number
  >;
  for (const { severity } of findings) counts[severity]++;
  return counts;
}

/** Whether the findings reject the input: exit code 1. */
export function isRefused<Severity extends string>(
  { severities }: FindingTable<Severity>,
  findings: readonly { readonly severity: NoInfer<Severity> }[],
): boolean {
  return findings.some(({ severity }) => severities[severity].isRefusal);
}
