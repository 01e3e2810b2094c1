import {
  type AuditRecord,
  SIGNAL_CATEGORIES,
  type SignalCategory,
} from '../../../artifacts/audit-log/model.ts';
import { recordedVerdict } from '../../../artifacts/audit-log/recorded-verdict.ts';
import type { Attributes } from '../rules/attributes.ts';
import type { CompiledRule, RuleSet } from '../rules/rule-set.ts';
import { ToolIndex } from '../rules/tool-index.ts';
import { HabitsTally } from './habits-tally.ts';
import { canBeNamed, Subjects } from './subjects.ts';

/** Up to this many tool names are kept for each signal and rule. */
const MOST_TOOLS = 50;

/** How held calls ended. */
export interface Answers {
  approved: number;
  denied: number;
  expired: number;
  /** There is no answer yet, or the log does not contain it. */
  unanswered: number;
}

/** The traffic of a tool in the log. */
export interface ToolTraffic {
  readonly answers: Answers;
  calls: number;
  /** Held calls that the current rules also hold, by the rule that holds them. */
  readonly heldBy: Map<string, number>;
  /** Held calls that the current rules do not deny. */
  undenied: number;
  /** The habits of the calls that went through. */
  readonly habits: HabitsTally;
}

/** The calls in the log that carry a signal. */
export interface SignalTraffic {
  readonly answers: Answers;
  readonly tools: NamedTools;
  /** Calls with the signal that were not held. */
  unheld: number;
  undenied: number;
}

/** The effect of a rule in the log. */
export interface RuleTraffic {
  readonly compiled: CompiledRule;
  matched: number;
  /** Calls for which a match is unknown, because the record lacks an attribute. */
  uncertain: number;
  credited: number;
  /** How the calls ended that the rule holds. */
  readonly answers: Answers;
}

/** The counts from a log that suggestions are based on, in bounded memory. */
export class Traffic {
  records = 0;
  readonly tools = new Subjects<ToolTraffic>(noTraffic);
  readonly environments = new Subjects<HabitsTally>(newHabits);
  readonly signals = new Map<SignalCategory, SignalTraffic>(
    SIGNAL_CATEGORIES.map((category) => [
      category,
      { answers: noAnswers(), tools: new NamedTools(), unheld: 0, undenied: 0 },
    ]),
  );
  readonly rules: ReadonlyMap<string, RuleTraffic>;
  readonly #ruleSet: RuleSet;
  readonly #rulesOf: ToolIndex<CompiledRule>;
  readonly #attributes: Attributes;

  constructor(ruleSet: RuleSet) {
    this.#ruleSet = ruleSet;
    this.#rulesOf = new ToolIndex(ruleSet.rules, ruleSet.file.names);
    this.#attributes = ruleSet.attributes;
    this.rules = new Map(
      ruleSet.rules.map((compiled) => [
        compiled.rule.name,
        { compiled, matched: 0, uncertain: 0, credited: 0, answers: noAnswers() },
      ]),
    );
  }

  add(record: AuditRecord): void {
    this.records++;
    const now = this.#ruleSet.decide(record);
    const answer = answerOf(record);
    const holder = answer && now.decision === 'require_approval' ? now.rule?.name : undefined;
    const isUndenied = answer !== undefined && now.decision !== 'deny';
    this.#addTool(record, answer, holder, isUndenied);
    this.#addSignals(record, answer, isUndenied);
    this.#addRules(record, now.rule?.name);
    const held = holder === undefined ? undefined : this.rules.get(holder);
    if (held && answer) held.answers[answer]++;
  }

  #addTool(
    record: AuditRecord,
    answer: keyof Answers | undefined,
    holder: string | undefined,
    isUndenied: boolean,
  ) {
    const environment = this.#attributes.environmentOf(record);
    const tool = this.tools.of(record.tool);
    const wentThrough = answer === undefined ? record.decision === 'allow' : answer === 'approved';
    if (wentThrough) {
      tool?.habits.add(record, this.#attributes);
      if (environment !== undefined) this.environments.of(environment)?.add(record, this.#attributes);
    }
    if (!tool) return;
    tool.calls++;
    if (answer) tool.answers[answer]++;
    if (isUndenied) tool.undenied++;
    if (holder !== undefined) tool.heldBy.set(holder, (tool.heldBy.get(holder) ?? 0) + 1);
  }

  #addSignals(record: AuditRecord, answer: keyof Answers | undefined, isUndenied: boolean): void {
    if (!record.signals || record.signals.length === 0) return;
    for (const category of new Set(record.signals.map((signal) => signal.category))) {
      const signal = this.signals.get(category) as SignalTraffic;
      if (answer === undefined) signal.unheld++;
      else {
        signal.answers[answer]++;
        if (isUndenied) signal.undenied++;
        if (answer === 'denied') signal.tools.add(record.tool);
      }
    }
  }

  #addRules(record: AuditRecord, credited: string | undefined): void {
    for (const compiled of this.#rulesOf.ofCall(record)) {
      const traffic = this.rules.get(compiled.rule.name) as RuleTraffic;
      if (compiled.rule.name === credited) traffic.credited++;
      if (compiled.lacks(record).length > 0) traffic.uncertain++;
      else if (compiled.applies(record)) traffic.matched++;
    }
  }
}

/** Returns how a held call ended; undefined for a call that was not held. */
function answerOf(record: AuditRecord): keyof Answers | undefined {
  if (recordedVerdict(record) !== 'require_approval') return undefined;
  const state = record.approval?.state ?? 'abandoned';
  return state === 'abandoned' ? 'unanswered' : state;
}

/** Tool names in bounded memory. Callers must check `isComplete` before they rely on the names. */
export class NamedTools {
  readonly #names = new Set<string>();
  #isComplete = true;

  add(tool: string): void {
    if (this.#names.has(tool)) return;
    if (this.#names.size < MOST_TOOLS && canBeNamed(tool)) this.#names.add(tool);
    else this.#isComplete = false;
  }

  get names(): readonly string[] {
    return [...this.#names];
  }

  get isComplete(): boolean {
    return this.#isComplete;
  }
}

function newHabits(): HabitsTally {
  return new HabitsTally();
}

function noTraffic(): ToolTraffic {
  return { answers: noAnswers(), calls: 0, heldBy: new Map(), undenied: 0, habits: newHabits() };
}

function noAnswers(): Answers {
  return { approved: 0, denied: 0, expired: 0, unanswered: 0 };
}
