import * as z from 'zod/mini';
import { recordList } from '../../documents/record-list.ts';
import { validate } from '../../documents/validate.ts';
import { isObject } from '../../values/own-property.ts';
import type { JsonFormat } from '../json-artifact.ts';
import { type Conformance, type ConformanceCounts, TIER_OF } from './model.ts';
import { decidedBadge } from './tier.ts';

/**
 * The `checks.json` of the official suite, `@modelcontextprotocol/conformance`: the checks of one scenario. By the
 * suite's convention FAILURE is a failed MUST and WARNING a failed SHOULD. SKIPPED and INFO are not counted.
 */
const checksSchema = recordList(
  z.object({
    id: z.string(),
    status: z.enum(['SUCCESS', 'FAILURE', 'WARNING', 'SKIPPED', 'INFO']),
  }),
);

type Status = z.infer<typeof checksSchema>[number]['status'];

/** The checks of one scenario, as the official suite writes them. */
export const officialFormat: JsonFormat<Conformance> = {
  name: 'checks.json of the MCP conformance suite',
  recognises: (value) => Array.isArray(value) && isObject(value[0]) && Object.hasOwn(value[0], 'status'),
  read: (document) => {
    const statuses = validate(checksSchema, document).map(({ status }) => status);
    return { value: withBadge(countStatuses(statuses)), warnings: [] };
  },
};

function countStatuses(statuses: readonly Status[]): Required<ConformanceCounts> {
  const count = (status: Status) => statuses.filter((candidate) => candidate === status).length;
  const [passed, failed, warned] = [count('SUCCESS'), count('FAILURE'), count('WARNING')];
  return { must_passed: passed, must_total: passed + failed, should_passed: 0, should_total: warned };
}

/** Adds up the results of several scenarios into one report. */
export function addUp(scenarios: readonly ConformanceCounts[]): Conformance {
  const total = { must_passed: 0, must_total: 0, should_passed: 0, should_total: 0 };
  for (const counts of scenarios) {
    for (const name of Object.keys(total) as (keyof typeof total)[]) total[name] += counts[name] ?? 0;
  }
  return withBadge(total);
}

function withBadge(counts: ConformanceCounts): Conformance {
  const badge = decidedBadge(counts);
  return { ...counts, ...(badge && { badge, tier: TIER_OF[badge] }) };
}
