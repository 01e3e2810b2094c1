import { InputError } from '../../errors.ts';
import type { OptionsOf } from '../../flags.ts';
import type { LOG_FLAGS } from './flags.ts';

/** The options that say which logs are looked at, and which part of them. */
export type LogOptions = OptionsOf<typeof LOG_FLAGS>;

/** The audit logs. Commander knows no option that must be given and may be given again. @throws InputError */
export function logsOf({ auditLog }: Pick<LogOptions, 'auditLog'>): readonly string[] {
  if (auditLog !== undefined) return auditLog;
  throw new InputError({
    message: 'there is no audit log to look at',
    help: 'give at least one with --audit-log',
  });
}
