import { InputError } from '../../errors.ts';

/** Flags that say which logs are looked at. */
export interface LogOptions {
  readonly auditLog?: readonly string[];
}

/** The audit logs. Commander knows no option that must be given and may be given again. @throws InputError */
export function logsOf({ auditLog }: LogOptions): readonly string[] {
  if (auditLog !== undefined) return auditLog;
  throw new InputError({
    message: 'there is no audit log to look at',
    help: 'give at least one with --audit-log',
  });
}
