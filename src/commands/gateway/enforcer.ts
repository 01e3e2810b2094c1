import type { AuditRecord } from '../../artifacts/audit-log/model.ts';
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

type EnforceOptions = OptionsOf<typeof ENFORCE_FLAGS>;

/** A rule set that is enforced, and the log of what it decides. */
export interface Enforcer {
  readonly decider: Decider;
  /**
   * Appends the record of a call, if there is a log.
   * @param id an identifier of the call, for finding it again
   * @param approval how the call ended, if it was held
   * @throws InputError if it cannot be written
   */
  log(decided: Decided, id?: string, approval?: AuditRecord['approval']): void;
}

/**
 * Opens what the flags name. The rule set must be a regular file: a pipe could keep an answer waiting.
 * @param agent the identifier of the agent where `--agent-id` does not give it
 * @throws InputError when the rule set or the log cannot be used
 */
export function openEnforcer(
  options: EnforceOptions,
  agent: string,
  { files, sha256 }: Pick<Ports, 'files' | 'sha256'>,
): Enforcer {
  const text = files.readFile(options.policies);
  const ruleSet: RuleSetText = {
    text,
    // only a log needs it
    get sha256() {
      return sha256(text);
    },
  };
  return enforcerOf(ruleSet, options, { agent }, openLog(options, files));
}

/** The text of a rule set, and its SHA-256 in hexadecimal. */
export interface RuleSetText {
  readonly text: string;
  readonly sha256: string;
}

/**
 * Returns the enforcer of a rule set. Several may share one log.
 * @param known the server that all calls go to, and the identifier of the agent where `--agent-id` does not give it
 * @throws InputError when the rule set is faulty
 */
export function enforcerOf(
  ruleSet: RuleSetText,
  options: EnforceOptions,
  { agent, server }: { readonly agent?: string | undefined; readonly server?: string | undefined },
  log: AuditFile | undefined,
): Enforcer {
  const { policies, names, unknownServer, agentId = agent, logArguments = 'masked' } = options;
  const decider = new Decider(parseRuleSet(ruleSet.text, policies), {
    names,
    unknownServer,
    server,
    agent: present({ id: agentId, labels: readLabels(options.labels) }),
  });
  const { inspection } = decider.file;
  return {
    decider,
    log(decided, id, approval) {
      if (!log) return;
      const settings = { logArguments, inspection, ruleSet: ruleSet.sha256, id, approval };
      log.append(writeRecord(toAuditRecord(decided, settings)));
    },
  };
}

/** Opens the log of `--audit-log`, if it is given. @throws InputError if it cannot be written */
export function openLog(options: EnforceOptions, files: Ports['files']): AuditFile | undefined {
  const { auditLog: path } = options;
  const mostBytes = readByteSize('--audit-max-size', options.auditMaxSize);
  return path === undefined ? undefined : files.openAuditFile(path, mostBytes);
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
