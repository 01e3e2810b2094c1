import type { AuditRecord } from '../artifacts/audit-log/model.ts';
import { recordedVerdict } from '../artifacts/audit-log/recorded-verdict.ts';
import { clip } from '../clip.ts';
import { DAY } from '../time/duration.ts';
import { formatInstant } from '../time/instant.ts';
import { DraftComparison, type OpenQuestions, openQuestions } from './backtest-comparison.ts';
import { FLIPS, type Flip, flipOf, isLoosening, noFlips } from './backtest-flips.ts';
import type { BacktestReport, BacktestSample, UnknownSample } from './backtest-schema.ts';
import { TallyTable } from './backtest-tally.ts';
import type { RuleSet, Ruling } from './rule-set.ts';

/** Names in samples are cut: a sample is there to find the record. */
const LONGEST_NAME = 200;

/** What is counted of the records themselves; the rest of the report is known before. */
type Counted = Omit<
  BacktestReport,
  | 'schema_version'
  | 'policies'
  | 'draft'
  | 'changes'
  | 'auditLogs'
  | 'since'
  | 'until'
  | 'outside'
  | 'unreadable'
  | 'gate'
>;

/** Decides record after record with and without a draft, and counts, in bounded memory. */
export class BacktestCounter {
  readonly #current: RuleSet;
  readonly #comparison: DraftComparison;
  readonly #open: OpenQuestions;
  readonly #mostSamples: number;

  readonly #byTool = new TallyTable();
  readonly #byAgent = new TallyTable();
  readonly #byDay = new TallyTable();
  #day = { number: Number.NaN, name: '' };

  #total = 0;
  #unknown = 0;
  readonly #flips = noFlips();
  readonly #lacking = new Map<string, number>();
  readonly #samples = new Map<Flip, BacktestSample[]>(FLIPS.map((flip) => [flip, []]));
  readonly #unknownSamples: UnknownSample[] = [];
  readonly #drift = { unknown: 0, flips: noFlips() };

  /** @param changed the names of the rules that the draft adds, replaces or removes */
  constructor(current: RuleSet, next: RuleSet, changed: ReadonlySet<string>, mostSamples: number) {
    this.#current = current;
    this.#open = openQuestions(current);
    this.#comparison = new DraftComparison(current, next, changed, this.#open);
    this.#mostSamples = mostSamples;
  }

  add(record: AuditRecord, line: number, file: string): void {
    const before = this.#current.decide(record);
    this.#countDrift(record, before);
    const { after, lacking } = this.#comparison.compare(record, before);
    this.#total++;
    if (lacking.length > 0) this.#countUnknown(record, line, file, lacking);
    else if (after.decision === before.decision) this.#tally(record, undefined);
    else this.#countFlip(record, line, file, { before, after });
  }

  #countDrift(record: AuditRecord, before: Ruling): void {
    if (this.#open(record, before).length > 0) this.#drift.unknown++;
    else {
      const recorded = recordedVerdict(record);
      if (recorded !== before.decision) this.#drift.flips[flipOf(recorded, before.decision)]++;
    }
  }

  #countUnknown(record: AuditRecord, line: number, file: string, lacking: readonly string[]): void {
    this.#unknown++;
    this.#tally(record, 'unknown');
    for (const attribute of lacking) this.#lacking.set(attribute, (this.#lacking.get(attribute) ?? 0) + 1);
    if (this.#unknownSamples.length < this.#mostSamples) {
      this.#unknownSamples.push({ ...placeOf(record, line, file), lacking: [...lacking].sort() });
    }
  }

  #countFlip(
    record: AuditRecord,
    line: number,
    file: string,
    { before, after }: Record<'before' | 'after', Ruling>,
  ): void {
    const flip = flipOf(before.decision, after.decision);
    this.#flips[flip]++;
    this.#tally(record, isLoosening(flip) ? 'loosening' : 'tightening');
    const samples = this.#samples.get(flip);
    if (samples && samples.length < this.#mostSamples) {
      samples.push({
        flip,
        ...placeOf(record, line, file),
        before: credited(before),
        after: credited(after),
      });
    }
  }

  #tally(record: AuditRecord, outcome: 'unknown' | 'loosening' | 'tightening' | undefined): void {
    this.#byTool.add(record.tool, outcome);
    this.#byAgent.add(record.agent?.id ?? null, outcome);
    this.#byDay.add(this.#dayOf(record), outcome);
  }

  /** The day in UTC; most records are of the same day as the one before them. */
  #dayOf({ at }: AuditRecord): string {
    const number = Math.floor(at / DAY);
    if (number !== this.#day.number) this.#day = { number, name: formatInstant(number * DAY).slice(0, 10) };
    return this.#day.name;
  }

  get total(): number {
    return this.#total;
  }

  toCounted(): Counted {
    const flips = { ...this.#flips };
    const sum = (isCounted: (flip: Flip) => boolean, counts = flips) =>
      FLIPS.reduce((total, flip) => total + (isCounted(flip) ? counts[flip] : 0), 0);
    const loosening = sum(isLoosening);
    const tightening = sum((flip) => !isLoosening(flip));
    const flipped = loosening + tightening;
    return {
      total: this.#total,
      unchanged: this.#total - flipped - this.#unknown,
      unknown: this.#unknown,
      flipped,
      loosening,
      tightening,
      flips,
      lacking: Object.fromEntries([...this.#lacking].sort(([a], [b]) => (a < b ? -1 : 1))),
      byTool: this.#byTool.toBreakdown() as BacktestReport['byTool'],
      byAgent: this.#byAgent.toBreakdown(),
      byDay: this.#byDay.toBreakdown() as BacktestReport['byDay'],
      samples: FLIPS.flatMap((flip) => this.#samples.get(flip) ?? []),
      unknownSamples: this.#unknownSamples,
      drift: {
        total: sum(() => true, this.#drift.flips),
        unknown: this.#drift.unknown,
        flips: this.#drift.flips,
      },
    };
  }
}

function credited({ decision, policy }: Ruling): BacktestSample['before'] {
  return { decision, policy: policy?.name ?? null };
}

function placeOf({ id, at, tool, agent }: AuditRecord, line: number, file: string) {
  return {
    file,
    line,
    id: id === undefined ? null : clip(id, LONGEST_NAME),
    at: formatInstant(at),
    tool: clip(tool, LONGEST_NAME),
    agent: agent?.id === undefined ? null : clip(agent.id, LONGEST_NAME),
  };
}
