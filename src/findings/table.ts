import type { SeverityScale } from './severity.ts';

/** One kind of finding: a row of a table. */
export interface FindingKind<Severity extends string = string> {
  readonly severity: Severity;
  /** What it means in words, for the documentation. */
  readonly title: string;
}

/**
 * Everything that one command can find. Its JSON Schema, its documentation, its report and its exit code come from
 * here: to add a finding, add a row to `kinds`, and what finds it.
 */
export interface FindingTable<Severity extends string = string, Code extends string = string> {
  readonly severities: SeverityScale<Severity>;
  /**
   * The members of a finding that say what it is about, with the noun that a report puts before each:
   * `policy: 'rule'` is printed as "rule `x`: ". A message that names its subject itself needs none.
   */
  readonly subjects?: Readonly<Record<string, string>>;
  /** By code, which is for programs: part of the interface. */
  readonly kinds: Readonly<Record<Code, FindingKind<Severity>>>;
}

/** The codes of a table. */
export type CodeOf<Table extends FindingTable> = keyof Table['kinds'] & string;
