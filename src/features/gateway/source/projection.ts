import { parseHost } from '../../../net/hosts.ts';
import { type Network, parseNetwork } from '../../../net/networks.ts';
import { looksAtThreats } from '../backtest/carried-threats.ts';
import { closes } from '../rules/incomplete.ts';
import type { Rule, RuleSetFile } from '../rules/model.ts';
import { type AddressClass, addressClasses } from './address-classes.ts';
import { FIELD_NAMES, type Field } from './fields.ts';
import { type HostClass, hostClasses } from './host-classes.ts';
import { type WeekClasses, weekClasses } from './week-classes.ts';

/**
 * What two rule sets see of a record. Records that differ in nothing of it get the same decisions, so they can be counted
 * by a database and decided once. Spec (scale): "Where logs outgrow one machine".
 */
export interface Projection {
  /** Which fields that only some rules look at matter. Of others it matters whether they can be read. */
  readonly reads: { readonly labels: boolean; readonly risk: boolean; readonly signals: boolean };
  /** The lowest risk of each band between the thresholds; the first is 0. */
  readonly bands: readonly number[];
  /** IPv4 addresses that the rules see alike; undefined when there are too many to tell apart in a query. */
  readonly addresses: readonly AddressClass[] | undefined;
  /** Hosts that the rules see alike; undefined when there are too many to tell apart in a query. */
  readonly hosts: readonly HostClass[] | undefined;
  /** The minutes of the week that the windows of the rules see alike, for each of their time zones. */
  readonly weeks: readonly WeekClasses[];
  /** Whether records depend on earlier ones: a rule looks at the assessments of agents, which logs tell when they change. */
  readonly carriesThreats: boolean;
}

/** The fields of a row. All are read, since a value that is none makes a record unreadable, whatever the rules look at. */
export const PROJECTED: readonly Field[] = FIELD_NAMES.filter((field) => field !== 'id' && field !== 'at');

/** Returns what two rule sets see of a record. */
export function projectionOf(...files: readonly RuleSetFile[]): Projection {
  const rules = files.flatMap((file) => file.rules);
  const contexts = rules.flatMap(({ context }) => context ?? []);
  const thresholds = rules.flatMap(({ riskThreshold }) => riskThreshold ?? []);
  const readsSignals = files.some(
    ({ rules, inspection }) =>
      rules.some(({ signalCategory }) => signalCategory !== null) ||
      (closes(inspection) && rules.some(isThreshold)),
  );
  const entries = contexts.flatMap(({ resource }) => resource?.host?.anyOf ?? []);
  const networks = contexts.flatMap(({ ip }) => ip?.anyOf ?? []).map(parseNetwork);
  return {
    reads: {
      labels: contexts.some(({ agent }) => agent !== undefined),
      risk: thresholds.length > 0,
      signals: readsSignals,
    },
    bands: [...new Set([0, ...thresholds])].sort((a, b) => a - b),
    addresses: addressClasses(networks.filter((each): each is Network => each !== undefined)),
    hosts: hostClasses(entries.map(parseHost)),
    weeks: weekClasses(contexts.flatMap(({ time }) => time ?? [])),
    carriesThreats: looksAtThreats(...files),
  };
}

function isThreshold({ riskThreshold }: Rule): boolean {
  return riskThreshold !== null;
}
