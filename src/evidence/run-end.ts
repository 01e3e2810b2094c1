import type { RunReport } from '../artifacts/run-report/model.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { formatInstant, type Instant, parseInstant } from '../time/instant.ts';
import type { From } from './from.ts';

/** The time that evidence states, RFC 3339 in UTC, and what a person should know of it. */
export interface RunEnd {
  readonly time: string | undefined;
  readonly warnings: readonly Diagnostic[];
}

/**
 * When a run ended: as its report says, else its start and its duration, else now. The time of the command would
 * make an old run look fresh, so it is taken only when the report says nothing at all, with a warning.
 */
export function endOfRun(run: From<RunReport>, now: Instant, problems: Diagnostic[]): RunEnd {
  const { path: file, value: report } = run;
  const start = readTime(run, 'started_at', problems);
  const end = readTime(run, 'ended_at', problems);
  if (start !== undefined && end !== undefined && end < start) {
    problems.push({ file, path: ['ended_at'], message: 'lies before started_at' });
  }
  const { started_at, ended_at, duration_ms } = report;
  if (end !== undefined) return { time: formatInstant(end), warnings: [] };
  if (start !== undefined && duration_ms !== undefined) {
    return { time: formatInstant(start + Math.round(duration_ms)), warnings: [] };
  }
  if (started_at !== undefined || ended_at !== undefined) {
    const help = 'state ended_at, or duration_ms beside started_at';
    if (problems.length === 0) problems.push({ file, message: 'does not say when the run ended', help });
    return { time: undefined, warnings: [] };
  }
  const message = `does not say when the run ended: the evidence states the present time, ${formatInstant(now)}`;
  return { time: formatInstant(now), warnings: [{ file, message }] };
}

function readTime(
  { path: file, value: report }: From<RunReport>,
  name: 'started_at' | 'ended_at',
  problems: Diagnostic[],
): Instant | undefined {
  const text = report[name];
  if (text === undefined) return undefined;
  const instant = parseInstant(text);
  if (instant === undefined) {
    const message = `must be an RFC 3339 time, found \`${text}\``;
    problems.push({ file, path: [name], message, help: 'write it like 2026-12-31T00:00:00Z' });
  }
  return instant;
}
