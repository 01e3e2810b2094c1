import type { Ledger } from './ledger.ts';
import type { Notes } from './notes.ts';

/** What every reader of a recording keeps account with. */
export interface ReadingContext {
  readonly notes: Notes;
  readonly ledger: Ledger;
  /** Whether the results of calls that worked are kept. Without them, a long session fits into little memory. */
  readonly keepsResults: boolean;
}
