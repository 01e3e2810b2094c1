import { InputError } from '../../errors.ts';
import type { OptionsOf } from '../../flags.ts';
import type { LOG_FLAGS } from './flags.ts';

/** The options that select audit logs and a time range. */
export type LogOptions = OptionsOf<typeof LOG_FLAGS>;

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
