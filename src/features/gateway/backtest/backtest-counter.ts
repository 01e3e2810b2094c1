import type { AuditRecord, Decision } from '../../../artifacts/audit-log/model.ts';
import { recordedVerdict } from '../../../artifacts/audit-log/recorded-verdict.ts';
import { clip } from '../../../text/clip.ts';
import { DAY } from '../../../time/duration.ts';
import { formatInstant, type Instant } from '../../../time/instant.ts';
import { append } from '../../../values/append.ts';
import type { RuleSet, Ruling } from '../rules/rule-set.ts';
import { type UnclearCount, UnclearValues } from '../rules/unclear-values.ts';
import {
  type Compared,
  DraftComparison,
  lackingFor,
  type Suspicion,
  type WhatIsLacking,
} from './backtest-comparison.ts';
import { FlipCounts, type FlipState } from './backtest-flip-counts.ts';
import { FLIPS, type Flip, flipOf, isLoosening } from './backtest-flips.ts';
import type { BacktestSample, UnknownSample } from './backtest-schema.ts';
import { type TallyOutcome, type TallyState, TallyTable } from './backtest-tally.ts';

/** Where a record is, and how many records it stands for. */
export interface RecordPlace {
  readonly file: string;
  /** Counted from 1; null in a table of a database. */
  readonly line: number | null;
  readonly times: number;
  /** When these records were written, if not on the day of the one that was decided for them. */
  readonly at?: Instant | undefined;
  /** Whether it can be shown as an example of its kind. */
  readonly isExample: boolean;
}

/** A record, and what the rules say of it with and without the draft. */
export interface DecidedRecord extends Compared {
  readonly record: AuditRecord;
  readonly before: Ruling;
  /** The recorded decision; undefined when it is not known, or the one before is not certain. */
  readonly recorded: Decision | undefined;
}

/** Longer names are cut in samples: a sample only needs to identify the record. */
const LONGEST_NAME = 200;

/** The counts for a part of the records: plain data that can be passed between threads. */
export interface BacktestState {
  readonly counts: FlipState;
  readonly drift: FlipState;
  readonly lacking: readonly (readonly [attribute: string, count: number])[];
  readonly unclear: readonly UnclearCount[];
  readonly byRule: TallyState<string | null>;
  readonly byTool: TallyState<string>;
  readonly byAgent: TallyState<string | null>;
  readonly byDay: TallyState<string | null>;
  readonly samples: readonly BacktestSample[];
  readonly unknownSamples: readonly UnknownSample[];
}

/** Decides each record with and without a draft, and counts the results in bounded memory. */
export class BacktestCounter {
  readonly #current: RuleSet;
  readonly #comparison: DraftComparison;
  readonly #lackingFor: WhatIsLacking;
  readonly #mostSamples: number;

  readonly #byRule = new TallyTable<string | null>();
  readonly #byTool = new TallyTable<string>();
  readonly #byAgent = new TallyTable<string | null>();
  readonly #byDay = new TallyTable<string | null>();
  #day = { number: Number.NaN, name: '' };

  readonly #counts = new FlipCounts();
  /** Changes from the recorded decision to that of the current rules. */
  readonly #drift = new FlipCounts();
  readonly #lacking = new Map<string, number>();
  readonly #unclear: UnclearValues;
  readonly #samples = new Map<Flip, BacktestSample[]>(FLIPS.map((flip) => [flip, []]));
  readonly #unknownSamples: UnknownSample[] = [];

  /** @param suspicion what can cause a different decision */
  constructor(current: RuleSet, next: RuleSet, suspicion: Suspicion, mostSamples: number) {
    this.#current = current;
    this.#lackingFor = lackingFor(current);
    this.#unclear = new UnclearValues(current.attributes);
    this.#comparison = new DraftComparison(current, next, suspicion, this.#lackingFor);
    this.#mostSamples = mostSamples;
  }

  /** Decides and counts a record. */
  add(record: AuditRecord, place: RecordPlace): void {
    this.count(this.decide(record), place);
  }

  /** Decides a record, or one that stands for others which every rule sees alike. */
  decide(record: AuditRecord): DecidedRecord {
    const before = this.#current.decide(record);
    return {
      record,
      before,
      recorded: this.#recorded(record, before),
      ...this.#comparison.compare(record, before),
    };
  }

  /** Counts a decided record as often as it occurs; it may be counted again for the records of other days. */
  count(decided: DecidedRecord, place: RecordPlace): void {
    const { record, before, after, recorded, lacking } = decided;
    const { times } = place;
    if (recorded === undefined) this.#drift.addUnknown(times);
    else this.#drift.add(recorded, before.decision, times);
    this.#unclear.add(record, times);
    if (lacking.length > 0) this.#countUnknown(decided, place);
    else {
      this.#counts.add(before.decision, after.decision, times);
      if (after.decision === before.decision) this.#tally(record, undefined, place);
      else this.#showFlip(decided, place);
    }
  }

  #recorded(record: AuditRecord, before: Ruling): Decision | undefined {
    const recorded = recordedVerdict(record);
    return recorded === undefined || this.#lackingFor(record, before).length > 0 ? undefined : recorded;
  }

  #countUnknown({ record, lacking }: DecidedRecord, place: RecordPlace): void {
    this.#counts.addUnknown(place.times);
    this.#tally(record, 'unknown', place);
    for (const attribute of lacking) {
      this.#lacking.set(attribute, (this.#lacking.get(attribute) ?? 0) + place.times);
    }
    if (place.isExample && this.#unknownSamples.length < this.#mostSamples) {
      this.#unknownSamples.push({ ...placeOf(record, place), lacking: [...lacking].sort() });
    }
  }

  #showFlip({ record, before, after }: DecidedRecord, place: RecordPlace): void {
    const flip = flipOf(before.decision, after.decision);
    const outcome = isLoosening(flip) ? 'loosening' : 'tightening';
    this.#tally(record, outcome, place);
    this.#byRule.add((after.rule ?? before.rule)?.name ?? null, outcome, place.times);
    const samples = this.#samples.get(flip);
    if (place.isExample && samples && samples.length < this.#mostSamples) {
      samples.push({
        flip,
        ...placeOf(record, place),
        before: credited(before),
        after: credited(after),
      });
    }
  }

  #tally(record: AuditRecord, outcome: TallyOutcome, { times, at = record.at }: RecordPlace): void {
    this.#byTool.add(record.tool, outcome, times);
    this.#byAgent.add(record.agent?.id ?? null, outcome, times);
    this.#byDay.add(this.#dayOf(at), outcome, times);
  }

  /** Returns the day in UTC. It is cached, because most records are from the same day as the previous one. */
  #dayOf(at: Instant | undefined): string | null {
    if (at === undefined) return null;
    const number = Math.floor(at / DAY);
    if (number !== this.#day.number) this.#day = { number, name: formatInstant(number * DAY).slice(0, 10) };
    return this.#day.name;
  }

  /**
   * Returns the counts, to be merged with those of an earlier part; undefined when a table had no room for all names.
   */
  toState(): BacktestState | undefined {
    const [byTool, byAgent, byDay] = [this.#byTool.toState(), this.#byAgent.toState(), this.#byDay.toState()];
    const [byRule, unclear] = [this.#byRule.toState(), this.#unclear.toState()];
    if (!byRule || !byTool || !byAgent || !byDay || !unclear) return undefined;
    return {
      counts: this.#counts.toState(),
      drift: this.#drift.toState(),
      lacking: [...this.#lacking],
      unclear,
      byRule,
      byTool,
      byAgent,
      byDay,
      samples: FLIPS.flatMap((flip) => this.#samples.get(flip) ?? []),
      unknownSamples: this.#unknownSamples,
    };
  }

  /** Adds the counts for the records that follow, made with the same rules, as if they were counted here. */
  merge(state: BacktestState, placed: <T extends BacktestSample | UnknownSample>(sample: T) => T): void {
    this.#counts.merge(state.counts);
    this.#drift.merge(state.drift);
    for (const [attribute, count] of state.lacking) {
      this.#lacking.set(attribute, (this.#lacking.get(attribute) ?? 0) + count);
    }
    this.#unclear.merge(state.unclear);
    this.#byRule.merge(state.byRule);
    this.#byTool.merge(state.byTool);
    this.#byAgent.merge(state.byAgent);
    this.#byDay.merge(state.byDay);
    for (const sample of state.samples) {
      const samples = this.#samples.get(sample.flip);
      if (samples && samples.length < this.#mostSamples) samples.push(placed(sample));
    }
    const room = this.#mostSamples - this.#unknownSamples.length;
    append(this.#unknownSamples, state.unknownSamples.slice(0, room).map(placed));
  }

  get total(): number {
    return this.#counts.total;
  }

  /** Returns the counts for the report; its other parts do not depend on the records. */
  toCounted() {
    const drift = this.#drift.toCounts();
    return {
      ...this.#counts.toCounts(),
      lacking: Object.fromEntries([...this.#lacking].sort(([a], [b]) => (a < b ? -1 : 1))),
      unclear: this.#unclear.toCounts(),
      byRule: this.#byRule.toBreakdown(),
      byTool: this.#byTool.toBreakdown(),
      byAgent: this.#byAgent.toBreakdown(),
      byDay: this.#byDay.toBreakdown(),
      samples: FLIPS.flatMap((flip) => this.#samples.get(flip) ?? []),
      unknownSamples: this.#unknownSamples,
      drift: { total: drift.flipped, unknown: drift.unknown, flips: drift.flips },
    };
  }
}

function credited({ decision, rule }: Ruling): BacktestSample['before'] {
  return { decision, policy: rule?.name ?? null };
}

function placeOf({ id, at, tool, agent }: AuditRecord, { file, line }: RecordPlace) {
  return {
    file,
    line,
    id: id === undefined ? null : clip(id, LONGEST_NAME),
    at: at === undefined ? null : formatInstant(at),
    tool: clip(tool, LONGEST_NAME),
    agent: agent?.id === undefined ? null : clip(agent.id, LONGEST_NAME),
  };
}
