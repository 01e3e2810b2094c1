import type { RunReport } from '../../../artifacts/run-report/model.ts';
import type { Diagnostic } from '../../../diagnostic.ts';
import { formatInstant, type Instant, isInstant, parseInstant } from '../../../time/instant.ts';
import type { Checked, InputFile } from './input-file.ts';

/** The time that evidence states, RFC 3339 in UTC, and warnings about it. */
export interface RunEnd extends Checked<string | undefined> {
  readonly warnings: readonly Diagnostic[];
}

/**
 * Returns when a run ended: the end that its report states, else its start plus its duration, else now. The present time
 * makes an old run look fresh, so it is used only when the report states no time at all, and with a warning.
 */
export function endOfRun(run: InputFile<RunReport>, now: Instant): RunEnd {
  const { path: file, value: report } = run;
  const started = readTime(run, 'started_at');
  const ended = readTime(run, 'ended_at');
  const [start, end] = [started.value, ended.value];
  const problems = [...started.problems, ...ended.problems];
  if (start !== undefined && end !== undefined && end < start) {
    problems.push({ file, path: ['ended_at'], message: 'is before started_at' });
  }
  if (end !== undefined) return { value: formatInstant(end), problems, warnings: remarks(run, end) };
  if (start !== undefined && report.duration_ms !== undefined) return endAfter(run, start, problems);
  if (start !== undefined && report.ended_at === undefined) {
    const help = 'add ended_at, or duration_ms in addition to started_at';
    problems.push({ file, message: 'does not say when the run ended', help });
  }
  if (report.started_at !== undefined || report.ended_at !== undefined) {
    return { value: undefined, problems, warnings: [] };
  }
  const message = `does not say when the run ended: the evidence states the present time, ${formatInstant(now)}`;
  const help = 'this makes an old run look fresh: pass a report that states its times';
  return { value: formatInstant(now), problems, warnings: [{ file, message, help }] };
}

function endAfter(run: InputFile<RunReport>, start: Instant, problems: readonly Diagnostic[]): RunEnd {
  const { path: file, value } = run;
  const end = start + Math.round(value.duration_ms ?? 0);
  if (isInstant(end)) return { value: formatInstant(end), problems, warnings: [] };
  const beyond = { file, path: ['duration_ms'], message: 'leads beyond the year 9999' };
  return { value: undefined, problems: [...problems, beyond], warnings: [] };
}

/** Warns when the end that a report states is only the earliest possible one. */
function remarks(
  { path: file, value: { is_end_earliest } }: InputFile<RunReport>,
  end: Instant,
): Diagnostic[] {
  if (!is_end_earliest) return [];
  const message = `states its times without a time zone: the evidence states the earliest possible end, ${formatInstant(end)}`;
  return [{ file, message }];
}

function readTime(
  { path: file, value: report }: InputFile<RunReport>,
  name: 'started_at' | 'ended_at',
): Checked<Instant | undefined> {
  const text = report[name];
  const value = text === undefined ? undefined : parseInstant(text);
  if (text === undefined || value !== undefined) return { value, problems: [] };
  const message = `must be an RFC 3339 time, found \`${text}\``;
  const help = 'write it like 2026-12-31T00:00:00Z';
  return { value, problems: [{ file, path: [name], message, help }] };
}
