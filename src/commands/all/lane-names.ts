import type { LaneName } from '../../features/all/report-schema.ts';

/** Returns the name of the files of a lane, without ending. One of several has its number in it. */
export function stemOf(lane: LaneName, index = 0, count = 1): string {
  const stem = lane.replaceAll(' ', '-');
  return count === 1 ? stem : `${stem}-${index + 1}`;
}

/** Whether a file is the report of a lane, or of one of several of its name, as JSON. */
export function isReportOf(lane: LaneName, file: string): boolean {
  return file.replace(/(?:-\d+)?\.json$/, '') === stemOf(lane);
}
