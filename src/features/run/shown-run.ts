import { shownText, shownTexts } from '../../inspection/shown-text.ts';
import type { RunResult } from './run-result.ts';

/**
 * Returns the report of a run as others may read it: with masks in place of the secrets that a server says, in every text.
 * Spec (reports): "The same redaction as everywhere"
 */
export function shownRun(result: RunResult): RunResult {
  const shown = shownTexts(result);
  const servers = shown.servers.map((server, index) => {
    const { stderr } = result.servers[index] ?? {};
    if (!stderr || stderr.tail === '') return server;
    // what was between them is left out, so they may end and begin within a secret
    const [head, tail] = [shownText(stderr.head, { end: true }), shownText(stderr.tail, { start: true })];
    return { ...server, stderr: { head, tail } };
  });
  return { ...shown, servers };
}
