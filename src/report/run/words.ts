import { COVERED_KINDS } from '../../features/run/coverage.ts';
import type { ResultCoverage, ResultServer, ResultTest, RunResult } from '../../features/run/run-result.ts';
import { clip } from '../../text/clip.ts';
import { someOf } from '../../text/some-of.ts';
import { outlivedInWords } from '../outlived.ts';
import { tidyPath } from '../path.ts';
import { plural } from '../plural.ts';

/** The most names that a list shows. */
const MOST_NAMES = 10;

/** Returns the first line of a report: `2 of 5 tests failed, 1 skipped`. */
export function headline({ summary, tests }: RunResult): string {
  const { total, passed, failed, skipped } = summary;
  const errors = tests.filter(({ status }) => status === 'error').length;
  const flaky = tests.filter((test) => test.flaky).length;
  const first =
    failed > 0
      ? `${failed} of ${plural(total, 'test')} failed${errors > 0 ? `, ${errors} of them with an error` : ''}`
      : passed === 0
        ? 'no test ran, so nothing was checked'
        : `${plural(passed, 'test')} passed`;
  return [
    first,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
    ...(flaky > 0 ? [`${flaky} flaky`] : []),
  ].join(', ');
}

/** Whether a test did not pass: it failed, or something broke. */
export function isFailing({ status }: Pick<ResultTest, 'status'>): boolean {
  return status === 'fail' || status === 'error';
}

/** What a test found: each finding, or else what broke. */
export function reasonsOf({
  findings,
  message,
}: ResultTest): { readonly text: string; readonly line?: number }[] {
  if (findings && findings.length > 0) {
    return findings.map(({ message: text, line }) => ({ text, ...(line !== undefined && { line }) }));
  }
  return message === undefined ? [] : [{ text: message }];
}

/** Describes a session: `weather: stdio, protocol 2025-11-25, version 1.0.0`. */
export function serverInWords({
  name,
  transport,
  protocol_version: protocol,
  version,
}: ResultServer): string {
  const parts = [
    transport,
    ...(protocol === undefined ? [] : [`protocol ${protocol}`]),
    ...(version === undefined ? [] : [`version ${version}`]),
  ];
  return `${name}: ${parts.join(', ')}`;
}

/** Describes what was called of what is listed; undefined when nothing is listed. */
function coverageInWords(
  kind: string,
  { listed, called, not_called: others }: ResultCoverage,
): string | undefined {
  if (listed === 0) return undefined;
  const shown = someOf(others, MOST_NAMES, (name) => clip(name));
  return `${called} of ${listed} ${kind} called${others.length > 0 ? `; not called: ${shown}` : ''}`;
}

/** Returns the lines on coverage. */
export function coverageLines({ coverage }: RunResult): string[] {
  return COVERED_KINDS.flatMap((kind) => coverageInWords(kind, coverage[kind]) ?? []);
}

/** Returns what was seen of the servers besides their answers. */
export function noticesOf({ servers, notes, tests }: RunResult): string[] {
  const noisy = servers.flatMap(({ name, noise }) =>
    noise
      ? [
          `${name} prints text to standard output that is not a message, ${plural(noise.count, 'line')}: ${noise.lines[0] ?? ''}`,
        ]
      : [],
  );
  const dead = servers.flatMap(({ name, died }) => (died ? [`${name} ended before the run did`] : []));
  const restless = servers.flatMap(({ name, unannounced }) =>
    unannounced
      ? [
          `${name} lists different tools than before, without saying that they changed: ${unannounced.join(', ')}`,
        ]
      : [],
  );
  const outlived = servers.flatMap((server) => (server.outlived ? [outlivedInWords(server.name)] : []));
  const more = notes.length - MOST_NAMES;
  const shown = [...notes.slice(0, MOST_NAMES), ...(more > 0 ? [`and ${plural(more, 'more note')}`] : [])];
  return [...new Set([...noisy, ...restless, ...dead, ...outlived, ...madeUp(tests), ...shown])];
}

/** The name that `init` and `scaffold` give to a test whose arguments they made up, with the combination of a matrix. */
const HAPPY_PATH = /: happy path(?: \[[^[\]]*\])?$/;

/** Says where arguments may come from that a server refuses. */
function madeUp(tests: readonly ResultTest[]): string[] {
  const refused = tests.filter(
    ({ name, findings = [] }) => HAPPY_PATH.test(name) && findings.some(({ code }) => code === 'outcome'),
  );
  if (refused.length === 0) return [];
  const places = someOf(refused, MOST_NAMES, ({ file, line }) => `${tidyPath(file)}:${line}`);
  return [
    `\`init\` and \`scaffold\` make up the arguments of happy paths; if they mean nothing to the server, replace \`args\`: ${places}`,
  ];
}
