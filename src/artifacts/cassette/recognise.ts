import type { ValuePath } from '../../diagnostic.ts';
import { isObject } from '../../values/own-property.ts';
import { atifFormat } from './atif.ts';
import { canonicalFormat } from './canonical.ts';
import { anthropicFormat, openAiFormat, tau2BenchFormat, tauBenchFormat } from './chat-formats.ts';
import type { RunFormat } from './format.ts';
import { inspectFormat } from './inspect.ts';
import { agentVcrFormat, mcpCassetteFormat, mcpRecorderFormat } from './mcp-formats.ts';
import { CASSETTE_VERSION } from './schema.ts';

/** Every format of a run; the first that recognises a value reads it. */
export const RUN_FORMATS: readonly RunFormat[] = [
  atifFormat,
  // any object with messages is a chat, so those that say more come first
  tauBenchFormat,
  tau2BenchFormat,
  inspectFormat,
  mcpCassetteFormat,
  mcpRecorderFormat,
  agentVcrFormat,
  anthropicFormat,
  openAiFormat,
  canonicalFormat,
];

/** The format of a run; undefined when the value is none. */
export function formatOf(value: unknown): RunFormat | undefined {
  // what says that it is ours is ours, whatever else it holds
  if (isObject(value) && value.schema_version === CASSETTE_VERSION) return canonicalFormat;
  return RUN_FORMATS.find(({ recognises }) => recognises(value));
}

/** Where the runs stand in a file of tau2-bench and in a log of Inspect. */
const LISTS = ['simulations', 'samples'] as const;

/** The paths of the runs in a value that holds several; undefined when it is a run itself, or none. */
export function runsIn(value: unknown): ValuePath[] | undefined {
  if (formatOf(value)) return undefined;
  if (Array.isArray(value)) return formatOf(value[0]) && value.map((_, index) => [index]);
  const key = isObject(value) ? LISTS.find((name) => holdsRuns(value[name])) : undefined;
  if (key === undefined) return undefined;
  return ((value as Record<string, unknown>)[key] as unknown[]).map((_, index) => [key, index]);
}

/** What people call the format of a recording, or of the first in a list; undefined when the value is none. */
export function recordingFormatOf(value: unknown): string | undefined {
  const [first] = runsIn(value) ?? [[]];
  const run = (first ?? []).reduce<unknown>(
    (at, key) => (at as Record<string | number, unknown>)[key],
    value,
  );
  return formatOf(run)?.name;
}

function holdsRuns(value: unknown): boolean {
  return Array.isArray(value) && formatOf(value[0]) !== undefined;
}
