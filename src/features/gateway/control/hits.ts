import type { AuditRecord } from '../../../artifacts/audit-log/model.ts';
import { formatInstant, type Instant } from '../../../time/instant.ts';
import type { Hits } from './api-schema.ts';

/** Records with more names than this count together: a log may have been written by anyone. */
const MOST_NAMES = 10_000;

/** Counts how often each rule decided, by what the records say. */
export class HitCounter {
  readonly #hits = new Map<string, { records: number; last: Instant | undefined }>();
  #undecided = 0;
  #records = 0;

  add({ policy, at }: Pick<AuditRecord, 'policy' | 'at'>): void {
    this.#records += 1;
    if (policy === undefined) {
      this.#undecided += 1;
      return;
    }
    const known = this.#hits.get(policy);
    if (!known && this.#hits.size >= MOST_NAMES) return;
    const { records, last } = known ?? { records: 0, last: undefined };
    const later = at !== undefined && (last === undefined || at > last) ? at : last;
    this.#hits.set(policy, { records: records + 1, last: later });
  }

  /** Returns the counts, the most frequent rule first. */
  toHits(unreadable: number): Hits {
    return {
      records: this.#records,
      unreadable,
      undecided: this.#undecided,
      hits: [...this.#hits]
        .map(([policy, { records, last }]) => ({
          policy,
          records,
          last: last === undefined ? null : formatInstant(last),
        }))
        .sort((a, b) => b.records - a.records || (a.policy < b.policy ? -1 : 1)),
    };
  }
}
