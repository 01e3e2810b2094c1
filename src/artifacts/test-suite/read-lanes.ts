import type { ValuePath } from '../../diagnostic.ts';
import { folderOf, inFolder, shortestPath } from '../../text/folders.ts';
import { append } from '../../values/append.ts';
import { present } from '../../values/own-property.ts';
import { LANE_PATHS } from './lanes-schema.ts';
import type { LaneValue, SuiteLane, SuiteLanes } from './model.ts';
import type { CallReader } from './read-call.ts';
import type { WrittenSuite } from './schema.ts';

/**
 * Reads what a suite has beside its tests.
 * @param server the server of the calls that name none
 */
export function readLanes(
  written: WrittenSuite,
  file: string,
  server: string | undefined,
  reader: CallReader,
): SuiteLanes {
  const folder = folderOf(file);
  const { security, conformance, judge, model_compat: compat, evidence, scenarios = [], policy } = written;
  const at = (path: string) => inFolder(folder, path);
  /** What is named twice would run twice, and count as two. */
  const refuseRepeats = (names: readonly (string | undefined)[], place: (index: number) => ValuePath) => {
    const seen = new Set<string | undefined>();
    for (const [index, name] of names.entries()) {
      if (seen.has(name)) reader.faults.fault(place(index), `names \`${name}\` a second time`);
      seen.add(name);
    }
  };
  const onServer = (name: 'security' | 'conformance', lane: Written | undefined) => {
    if (lane === undefined) return undefined;
    const { server: named, ...given } = lane;
    const path = [name, 'server'];
    const wanted = Array.isArray(named) ? named.map(String) : [named as string | undefined];
    const place = (index: number) => (Array.isArray(named) ? [...path, index] : path);
    refuseRepeats(wanted, place);
    const servers = wanted.flatMap((each, index) => reader.server(each, place(index), server) ?? []);
    return { ...toLane(given, LANE_PATHS[name], at), servers };
  };
  refuseRepeats(scenarios.map(shortestPath), (index) => ['scenarios', index]);
  return {
    ...present({
      security: onServer('security', security),
      conformance: onServer('conformance', conformance),
      judge: judge && toLane(judge, LANE_PATHS.judge, at),
      modelCompat: compat && toLane(compat, LANE_PATHS.model_compat, at),
      evidence: evidence && toLane(evidence, LANE_PATHS.evidence, at),
      policy: policy === undefined ? undefined : at(policy),
    }),
    scenarios: scenarios.map(at),
  };
}

type Written = Readonly<Record<string, LaneValue | undefined>>;

/** Sees the paths from where the program runs. */
function toLane(written: Written, keys: readonly string[], at: (path: string) => string): SuiteLane {
  const given: Record<string, LaneValue> = {};
  const paths: string[] = [];
  for (const [key, value] of Object.entries(written)) {
    if (value === undefined) continue;
    if (!keys.includes(key)) {
      given[key] = value;
      continue;
    }
    const seen = [value].flat().map((path) => at(String(path)));
    given[key] = Array.isArray(value) ? seen : (seen[0] as string);
    append(paths, seen);
  }
  return { given, paths };
}
