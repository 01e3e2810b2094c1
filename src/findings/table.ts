import type { SeverityScale } from './severity.ts';

/** One kind of finding: a row of a table. */
export interface FindingKind<Severity extends string = string> {
  readonly severity: Severity;
  /** What it means, as a sentence for the documentation. */
  readonly title: string;
}

/**
 * Everything that one command can find. Its JSON Schema, documentation, report and exit code are derived from this
 * table. To add a finding, add a row to `kinds`, and the code that reports it.
 */
export interface FindingTable<Severity extends string = string, Code extends string = string> {
  readonly severities: SeverityScale<Severity>;
  /**
   * The members of a finding that say what it is about, with the noun that a report puts before each: `policy:
   * 'rule'` is printed as "rule `x`: ". A message that names its subject itself does not need one.
   */
  readonly subjects?: Readonly<Record<string, string>>;
  /** The kinds by code. Programs use the codes: they are part of the interface. */
  readonly kinds: Readonly<Record<Code, FindingKind<Severity>>>;
}

/** The codes of a table. */
export type CodeOf<Table extends FindingTable> = keyof Table['kinds'] & string;
