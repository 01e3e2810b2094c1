import * as z from 'zod/mini';
import { count } from '../documents/schema-parts.ts';
import type { FindingTable } from './table.ts';

/**
 * The members at the end of every report of findings: the list, and the count of each severity.
 * @param place the members of a finding that describe its place, between its severity and its message
 */
export function findingsShape<
  Severity extends string,
  Code extends string,
  Place extends Readonly<Record<string, z.ZodMiniType>>,
>({ severities, kinds }: FindingTable<Severity, Code>, place: Place) {
  const names = Object.keys(severities) as Severity[];
  return {
    findings: z.array(
      z.strictObject({
        code: z.enum(Object.keys(kinds) as Code[]),
        severity: z.enum(names),
        ...place,
        message: z.string(),
        help: z.optional(z.string()),
      }),
    ),
    counts: z.strictObject(
      Object.fromEntries(names.map((name) => [name, count()])) as Record<Severity, ReturnType<typeof count>>,
    ),
  };
}
