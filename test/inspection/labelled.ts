import type { SignalCategory, ToolCall } from '../../src/artifacts/audit-log/model.ts';
import { DESTRUCTIVE } from './labelled-destructive.ts';
import { EGRESS } from './labelled-egress.ts';
import { INJECTION } from './labelled-injection.ts';
import { PII } from './labelled-pii.ts';
import { SECRETS } from './labelled-secrets.ts';

/** A call, and what a careful person would say of it. */
export interface Labelled {
  /** The categories of which it has something, separated by blanks; empty for none. */
  readonly holds: string;
  /** The arguments; a text stands for one field of that name. */
  readonly call: Partial<ToolCall>;
}

/** `holds`, then the arguments, then more of the call where that matters. */
export type Row = readonly [holds: string, args: Readonly<Record<string, unknown>>, rest?: Partial<ToolCall>];

/** Every labelled call, with the category that it was written for. */
export const LABELLED: readonly (Labelled & { readonly about: SignalCategory })[] = (
  [
    ['secret', SECRETS],
    ['pii', PII],
    ['destructive', DESTRUCTIVE],
    ['injection', INJECTION],
    ['egress', EGRESS],
  ] as const
).flatMap(([about, rows]) =>
  rows.map(([holds, args, rest]) => ({ about, holds, call: { arguments: args, ...rest } })),
);
