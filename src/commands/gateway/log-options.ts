import { LOG_FORMATS } from '../../artifacts/audit-log/formats/log-formats.ts';
import type { LogOptions as ReadingOptions } from '../../artifacts/audit-log/read.ts';
import { InputError } from '../../errors.ts';
import type { RuleSetFile } from '../../features/gateway/rules/model.ts';
import { compileRuleSet } from '../../features/gateway/rules/rule-set.ts';
import type { OptionsOf } from '../../flags.ts';
import type { LOG_FLAGS } from './flags.ts';

/** The options that select audit logs and a time range. */
export type LogOptions = OptionsOf<typeof LOG_FLAGS>;

/** The options that select audit logs. */
export type LogFileOptions = Pick<LogOptions, 'auditLog' | 'logFormat' | 'assume'>;

/**
 * Returns the audit logs that were passed. It checks that there is one, because Commander has no options that are both
 * required and repeatable. @throws InputError
 */
export function logsOf({ auditLog }: Pick<LogOptions, 'auditLog'>): readonly string[] {
  if (auditLog !== undefined) return auditLog;
  throw new InputError({
    message: 'no audit log given',
    help: 'pass at least one with --audit-log',
  });
}

/** Returns how to read the logs: in which format, and with which decision for calls that have none. */
export function readingOptions(
  { logFormat = 'auto', assume }: Pick<LogOptions, 'logFormat' | 'assume'>,
  current: RuleSetFile,
): ReadingOptions {
  const kind = logFormat === 'mcptest' ? 'own' : LOG_FORMATS.find(({ name }) => name === logFormat);
  const rules = compileRuleSet(current);
  return {
    kind,
    assume: assume && (assume === 'current' ? (call) => rules.decide(call).decision : () => assume),
  };
}
