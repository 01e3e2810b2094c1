import type { ResultTest, RunResult } from '../../features/run/run-result.ts';
import { isAccepted } from '../../features/run/to-run-result.ts';
import { escapeLine } from '../../text/escape-terminal.ts';
import type { Palette } from '../palette.ts';
import { tidyPath } from '../path.ts';
import { plural } from '../plural.ts';
import { coverageLines, headline, isFailing, noticesOf, reasonsOf, serverInWords } from './words.ts';

/** The most lines of a server's standard error that are shown. */
const MOST_LINES = 10;

/** The most skipped tests that are listed: of those that failed, each is. */
const MOST_SKIPPED = 20;

/** Formats the report for people: what failed with its place, and the rest in sums. */
export function formatPretty(report: RunResult, palette: Palette): string {
  const { bold, good, bad, caution, quiet } = palette;
  const word = isAccepted(report) ? good('PASS') : bad('FAIL');
  const failing = report.tests.filter(isFailing);
  const skipped = report.tests.filter(({ status }) => status === 'skip');
  const flaky = report.tests.filter((test) => test.flaky);
  const line = (text: string) => `${escapeLine(text)}\n`;
  return [
    `${word} ${bold(escapeLine(headline(report)))}\n`,
    ...serverLines(report).map((text) => `  ${line(text)}`),
    ...failing.map((test) => `\n${problem(test, palette)}`),
    ...(flaky.length + skipped.length > 0 ? ['\n'] : []),
    ...flaky.map(
      ({ name, attempts }) => `${caution('flaky')}  ${line(`${name} (passed on attempt ${attempts ?? 2})`)}`,
    ),
    ...skipped
      .slice(0, MOST_SKIPPED)
      .map(({ name, message }) => `${quiet('skip')}   ${line(`${name}${message ? `: ${message}` : ''}`)}`),
    ...(skipped.length > MOST_SKIPPED
      ? [`${quiet('skip')}   ${line(`and ${plural(skipped.length - MOST_SKIPPED, 'more test')}`)}`]
      : []),
    '\n',
    ...coverageLines(report).map(line),
    ...noticesOf(report).map((text) => `${caution('note')}: ${line(text)}`),
    ...(failing.length > 0 ? errorOutput(report, palette) : []),
  ].join('');
}

function problem({ status, name, file, line, ...test }: ResultTest, { bad, bold, quiet }: Palette): string {
  const place = (at: number) => quiet(escapeLine(`${tidyPath(file)}:${at}`));
  const head = `${bad(status)}  ${bold(escapeLine(name))}  ${place(line)}\n`;
  const reasons = reasonsOf({ status, name, file, line, ...test }).flatMap((reason) => {
    const [first = '', ...others] = reason.text.split('\n');
    const at = reason.line === undefined ? '' : `  ${place(reason.line)}`;
    return [`  ${escapeLine(first)}${at}\n`, ...others.map((each) => `  ${escapeLine(each)}\n`)];
  });
  return head + reasons.join('');
}

/** Returns a line for each session, with the sum of the tests that passed. */
function serverLines({ servers, tests }: RunResult): string[] {
  const passed = new Map<string, { count: number; time: number }>();
  for (const { server, status, duration_ms: time } of tests) {
    if (server === undefined || status !== 'pass') continue;
    const sum = passed.get(server) ?? { count: 0, time: 0 };
    passed.set(server, { count: sum.count + 1, time: sum.time + time });
  }
  const sums = [...passed].map(
    ([name, { count, time }]) =>
      `${name}: ${plural(count, 'test')} passed, calls took ${Math.round(time)} ms`,
  );
  return [...new Set(servers.map(serverInWords)), ...sums];
}

function errorOutput({ servers }: RunResult, { quiet }: Palette): string[] {
  return servers.flatMap(({ name, stderr }) => {
    if (!stderr) return [];
    const { head, tail } = stderr;
    const lines = (head === tail || tail === '' ? head : `${head}\n${tail}`)
      .split('\n')
      .filter((each) => each !== '');
    const shown = lines.slice(-MOST_LINES).map((each) => quiet(`  ${escapeLine(each)}`));
    return [`\nstandard error of ${escapeLine(name)}:\n`, ...shown.map((each) => `${each}\n`)];
  });
}
