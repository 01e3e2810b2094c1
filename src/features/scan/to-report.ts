import { SCAN_SEVERITIES, type ScanSeverity } from '../../artifacts/security/model.ts';
import type { SecurityFinding, SecurityReport } from '../../artifacts/security/report-schema.ts';
import type { Instant } from '../../time/instant.ts';
import { toPointer } from '../../values/json-pointer.ts';
import { present } from '../../values/own-property.ts';
import type { Found } from './core/rule.ts';
import { SecretsSeen } from './core/secrets-seen.ts';
import { falseAlarmsOf } from './false-alarms.ts';
import { ruleOf } from './rule-table.ts';
import { learnFrom } from './rules/secrets.ts';
import type { Suppression, Suppressions } from './suppressions-file.ts';

/** What decides which findings count, besides the rules. */
export interface Circumstances {
  readonly target: SecurityReport['target'];
  readonly failOn: ScanSeverity;
  /** The fingerprints of what was found before. */
  readonly baseline?: ReadonlySet<string> | undefined;
  readonly suppressions?: Suppressions | undefined;
  readonly now: Instant;
  readonly notes: readonly string[];
  /** The secrets that the rules came across: no part of a finding shows them. */
  readonly secrets?: SecretsSeen | undefined;
  /** The lock that the servers were compared with. When it was written, what changed is accepted and does not count. */
  readonly pins?: SecurityReport['pins'];
  /** Returns the SHA-256 of a text, in hexadecimal. */
  readonly sha256: (text: string) => string;
}

/** Makes the report of a scan: what was found, which of it counts, and whether that is accepted. */
export function toSecurityReport(found: readonly Found[], given: Circumstances): SecurityReport {
  const { failOn, baseline, suppressions, now, secrets = new SecretsSeen() } = given;
  // what the rules decoded or spelt out themselves is known only from what they report
  for (const { hit } of found) learnFrom(`${hit.message}\n${hit.evidence ?? ''}`, secrets);
  const sorted = found
    .map((each) => ({ each, finding: toFinding(each, secrets, given.sha256) }))
    .sort((a, b) => rank(a.finding.severity) - rank(b.finding.severity));
  const uses = new Map<Suppression, 'active' | 'expired'>();
  const lists: Record<'findings' | 'known' | 'suppressed' | 'pinned', SecurityFinding[]> = {
    findings: [],
    known: [],
    suppressed: [],
    pinned: [],
  };
  for (const { each, finding } of sorted) {
    const isAccepted = given.pins?.written && finding.family === 'pins';
    const list = isSuppressed(each, suppressions?.entries ?? [], now, uses)
      ? 'suppressed'
      : isAccepted
        ? 'pinned'
        : baseline?.has(finding.fingerprint)
          ? 'known'
          : 'findings';
    lists[list].push(finding);
  }
  const { findings, known, suppressed, pinned } = lists;
  return {
    schema_version: 'mcptest.dev/security/v1',
    target: [...given.target],
    fail_on: failOn,
    accepted: isAccepted(findings, failOn),
    findings,
    known,
    suppressed,
    pinned,
    ...present({ pins: given.pins }),
    suppressions: suppressions ? suppressions.entries.map((entry) => use(entry, suppressions, uses)) : [],
    notes: given.notes.map((note) => secrets.masked(note)),
    summary: countOf(findings),
  };
}

/** Whether no finding that counts is as severe as what fails a scan. */
export function isAccepted(
  findings: readonly Pick<SecurityFinding, 'severity'>[],
  failOn: ScanSeverity,
): boolean {
  return !findings.some(({ severity }) => rank(severity) <= rank(failOn));
}

function rank(severity: ScanSeverity): number {
  return SCAN_SEVERITIES.indexOf(severity);
}

/** The one place where secrets are masked: in the texts of a finding, and in the names that lead to it. */
function toFinding(
  { hit, origin, item }: Found,
  secrets: SecretsSeen,
  sha256: Circumstances['sha256'],
): SecurityFinding {
  const { rule, path, isKey } = hit;
  const { severity, family, why, fix } = ruleOf(rule);
  const { file, locate } = origin;
  const masked = (text: string) => secrets.masked(text);
  const server = origin.server === undefined ? undefined : masked(origin.server);
  const name = item && masked(item.name);
  const evidence = hit.evidence === undefined ? undefined : masked(hit.evidence);
  const pointer = masked(toPointer(path));
  // the place within its tool, not in the file, so that a tool may move; and what was found, so that another text is new
  const within = item?.path ? masked(toPointer(path.slice(item.path.length))) : pointer;
  const parts = [rule, server ?? '', item?.kind ?? '', name ?? '', within, evidence ?? ''];
  return {
    rule_id: rule,
    severity,
    family,
    ...present({ server }),
    ...(item?.kind === 'tool' && { tool: name as string }),
    ...(item && item.kind !== 'tool' && { item: { kind: item.kind, name: name as string } }),
    message: masked(hit.message),
    location: { ...present({ file }), ...locate?.(path, isKey ? 'key' : 'value'), pointer },
    ...present({ evidence }),
    why,
    fix,
    ...present({ false_alarms: falseAlarmsOf(rule) }),
    // of what is masked: the digest of a secret would let others try secrets
    fingerprint: sha256(JSON.stringify(hit.digest === undefined ? parts : [...parts, hit.digest])).slice(
      0,
      FINGERPRINT,
    ),
  };
}

/** Characters of the fingerprint: enough that no two findings of a scan share one by chance. */
const FINGERPRINT = 32;

/** Whether an entry that has not expired names a finding. Notes which entries name anything. */
function isSuppressed(
  { hit, origin, item }: Found,
  entries: readonly Suppression[],
  now: Instant,
  uses: Map<Suppression, 'active' | 'expired'>,
): boolean {
  let is = false;
  for (const entry of entries) {
    const { rule, tool, server, expiresAt } = entry;
    const fits =
      rule === hit.rule &&
      (tool === undefined || tool === item?.name) &&
      (server === undefined || server === origin.server);
    if (!fits) continue;
    const isActive = now < expiresAt;
    uses.set(entry, isActive ? 'active' : 'expired');
    is ||= isActive;
  }
  return is;
}

function use(
  entry: Suppression,
  { file }: Suppressions,
  uses: ReadonlyMap<Suppression, 'active' | 'expired'>,
): SecurityReport['suppressions'][number] {
  const { line, rule, reason, owner, expires } = entry;
  const status = uses.get(entry) ?? 'unused';
  return { file, line, rule_id: rule, reason, ...present({ owner }), expires, status };
}

/** Counts the findings that count by how severe they are. */
export function countOf(findings: readonly Pick<SecurityFinding, 'severity'>[]): SecurityReport['summary'] {
  const summary = { critical: 0, high: 0, medium: 0, low: 0, info: 0, total: findings.length };
  for (const { severity } of findings) summary[severity]++;
  return summary;
}
