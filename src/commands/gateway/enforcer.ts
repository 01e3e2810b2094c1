import { type FaultRecord, writeFault } from '../../artifacts/audit-log/fault-record.ts';
import type { AuditRecord } from '../../artifacts/audit-log/model.ts';
import { writeRecord } from '../../artifacts/audit-log/write.ts';
import { InputError } from '../../errors.ts';
import { toAuditRecord } from '../../features/gateway/enforce/audit-entry.ts';
import { type Decided, Decider, type DeciderSettings } from '../../features/gateway/enforce/decider.ts';
import { parseRuleSet } from '../../features/gateway/rule-file/rule-set-file.ts';
import type { OptionsOf } from '../../flags.ts';
import type { AuditFile, Ports } from '../../ports.ts';
import { present } from '../../values/own-property.ts';
import type { ENFORCE_FLAGS } from './enforce-flags.ts';
import { readByteSize } from './read-byte-size.ts';

type EnforceOptions = OptionsOf<typeof ENFORCE_FLAGS>;

/** A rule set that is enforced, and the log of what it decides. */
export interface Enforcer {
  readonly decider: Decider;
  /** The SHA-256 of the text of the rule set, in hexadecimal. */
  readonly sha256: string;
  /**
   * Appends the record of a call, if there is a log.
   * @param id an identifier of the call, for finding it again
   * @param approval how the call ended, if it was held
   * @throws InputError if it cannot be written
   */
  log(decided: Decided, id?: string, approval?: AuditRecord['approval']): void;
}

/**
 * Reads a rule set that is enforced. It must be a regular file: a pipe could keep an answer waiting.
 * @throws InputError when it cannot be read
 */
export function readRuleSet(path: string, { files, sha256 }: Pick<Ports, 'files' | 'sha256'>): RuleSetText {
  const text = files.readFile(path);
  let digest: string | undefined;
  return {
    text,
    // only a log or a held call needs it
    get sha256() {
      digest ??= sha256(text);
      return digest;
    },
  };
}

/** The text of a rule set, and its SHA-256 in hexadecimal. */
export interface RuleSetText {
  readonly text: string;
  readonly sha256: string;
}

/**
 * Returns the enforcer of a rule set. Several may share one log.
 * @param known the server that all calls go to, the identifier of the agent where `--agent-id` does not give it, and the threat
 *   assessments of `--threats`
 * @throws InputError when the rule set is faulty
 */
export function enforcerOf(
  ruleSet: RuleSetText,
  options: EnforceOptions,
  {
    agent,
    server,
    threats,
  }: Pick<DeciderSettings, 'server' | 'threats'> & { readonly agent?: string | undefined },
  log: AuditFile | undefined,
): Enforcer {
  const { policies, names, unknownServer, agentId = agent, logArguments = 'masked' } = options;
  const decider = new Decider(parseRuleSet(ruleSet.text, policies, 'decides'), {
    names,
    unknownServer,
    server,
    threats,
    agent: present({ id: agentId, labels: readLabels(options.labels) }),
  });
  const { inspection } = decider.file;
  return {
    decider,
    get sha256() {
      return ruleSet.sha256;
    },
    log(decided, id, approval) {
      if (!log) return;
      const settings = { logArguments, inspection, ruleSet: ruleSet.sha256, id, approval };
      log.append(writeRecord(toAuditRecord(decided, settings)));
    },
  };
}

/** Records a call about which nothing could be decided. It is denied, whether or not that can be recorded. */
export function logFault(
  log: AuditFile | undefined,
  { agent, ...fault }: Omit<FaultRecord, 'agent'> & { readonly agent: string | undefined },
): void {
  try {
    log?.append(writeFault({ ...fault, ...(agent !== undefined && { agent: { id: agent } }) }));
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
  }
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
