import type { AuditRecord } from '../../../artifacts/audit-log/model.ts';
import type { ReadRecords } from '../../../artifacts/audit-log/read.ts';
import type { Instant } from '../../../time/instant.ts';
import { RecentMap } from '../../../values/recent-map.ts';
import type { RuleSetFile } from '../rules/model.ts';

/** Of so many agents the last assessment is remembered. */
const MOST_AGENTS = 1 << 16;

interface Assessment {
  readonly at: Instant | undefined;
  /** Undefined if it is none that a rule can name. */
  readonly mlThreatClass: string | undefined;
}

/**
 * Carries what an agent was last assessed as from record to record: a log says it when it changes. A record that a hook or a
 * proxy of ours has written says all that was known. Spec (enforcement): "What holds for all".
 */
export class CarriedThreats {
  readonly #last = new RecentMap<string, Assessment>(MOST_AGENTS);

  /** Returns a record with the most recent assessment of its agent. Records come in the order of the log. */
  carried(record: AuditRecord): AuditRecord {
    const { agent, at, enforced, unclear } = record;
    if (agent?.id === undefined) return record;
    const { id, mlThreatClass } = agent;
    const last = this.#last.get(id);
    const isOlder = last?.at !== undefined && at !== undefined && at < last.at;
    const isUnclear = unclear?.some(({ attribute }) => attribute === 'agent.mlThreatClass') ?? false;
    if (mlThreatClass !== undefined || isUnclear) {
      if (!isOlder) this.#last.set(id, { at, mlThreatClass });
      return record;
    }
    if (enforced || isOlder || last?.mlThreatClass === undefined) return record;
    return { ...record, agent: { ...agent, mlThreatClass: last.mlThreatClass } };
  }
}

/** Returns a reader of the same records with the most recent assessments of their agents, if one of the rule sets looks at them. */
export function carryingThreats(
  readRecords: ReadRecords,
  ...files: readonly Pick<RuleSetFile, 'rules'>[]
): ReadRecords {
  if (!looksAtThreats(...files)) return readRecords;
  return (visit) => {
    const threats = new CarriedThreats();
    return readRecords((record, line, file) => visit(threats.carried(record), line, file));
  };
}

/** Whether a rule looks at assessments. Then the records before a record matter, so a log cannot be read in parts. */
export function looksAtThreats(...files: readonly Pick<RuleSetFile, 'rules'>[]): boolean {
  return files.some(({ rules }) => rules.some(({ context }) => context?.mlThreatClass !== undefined));
}
