import { writeRecord } from '../../artifacts/audit-log/write.ts';
import { InputError } from '../../errors.ts';
import { toAuditRecord } from '../../features/gateway/enforce/audit-entry.ts';
import { type Decided, Decider } from '../../features/gateway/enforce/decider.ts';
import { parseRuleSet } from '../../features/gateway/rule-file/rule-set-file.ts';
import type { OptionsOf } from '../../flags.ts';
import type { AuditFile, Ports } from '../../ports.ts';
import { readByteSize } from '../../values/byte-size.ts';
import { present } from '../../values/own-property.ts';
import type { ENFORCE_FLAGS } from './flags.ts';

/** A rule set that is enforced, and the log of what it decides. */
export interface Enforcer {
  readonly decider: Decider;
  /** Appends the record of a call, if there is a log. @throws InputError if it cannot be written */
  log(decided: Decided, id: string | undefined): void;
}

/**
 * Opens what the flags name. The rule set must be a regular file: a pipe could keep an answer waiting.
 * @param agent the identifier of the agent where `--agent-id` does not give it
 * @throws InputError when the rule set or the log cannot be used
 */
export function openEnforcer(
  options: OptionsOf<typeof ENFORCE_FLAGS>,
  agent: string,
  { files, sha256 }: Pick<Ports, 'files' | 'sha256'>,
): Enforcer {
  const { policies, names, unknownServer, agentId = agent, auditLog, logArguments = 'masked' } = options;
  const mostBytes = readByteSize('--audit-max-size', options.auditMaxSize);
  const text = files.readFile(policies);
  const decider = new Decider(parseRuleSet(text, policies), {
    names,
    unknownServer,
    agent: present({ id: agentId, labels: readLabels(options.labels) }),
  });
  const log: AuditFile | undefined =
    auditLog === undefined ? undefined : files.openAuditFile(auditLog, mostBytes);
  return {
    decider,
    log(decided, id) {
      if (!log) return;
      const { inspection } = decider.file;
      const record = toAuditRecord(decided, { logArguments, inspection, ruleSet: sha256(text), id });
      log.append(writeRecord(record));
    },
  };
}

function readLabels(given: string | undefined): readonly string[] | undefined {
  if (given === undefined) return undefined;
  const labels = given.split(',').map((label) => label.trim());
  if (!labels.includes('')) return labels;
  throw new InputError({
    message: `--labels must be labels separated by commas, found \`${given}\``,
    help: 'write it like ci,payments',
  });
}
