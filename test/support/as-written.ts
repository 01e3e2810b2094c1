/** Returns a report as a reader finds it in its JSON: without members that are undefined. */
export function asWritten<T>(report: T): T {
  return JSON.parse(JSON.stringify(report)) as T;
}
