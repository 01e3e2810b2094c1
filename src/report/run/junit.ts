import type { ResultTest, RunResult } from '../../features/run/run-result.ts';
import { tidyPath } from '../path.ts';
import { escapeXml, openTag } from '../xml.ts';
import { reasonsOf } from './words.ts';

/** Writes JUnit XML for CI servers: a testsuite for each file, and a testcase for each test. */
export function formatJunit({ tests, duration_ms: duration, started_at: start }: RunResult): string {
  const files = [...new Set(tests.map(({ file }) => file))];
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    openTag('testsuites', { name: 'mcptest run', ...totals(tests), time: duration / 1000 }),
    ...files.flatMap((file) => {
      const own = tests.filter((test) => test.file === file);
      return [
        `  ${openTag('testsuite', { name: tidyPath(file), ...totals(own), time: timeOf(own), timestamp: start })}`,
        ...own.map(testcase),
        '  </testsuite>',
      ];
    }),
    '</testsuites>',
    '',
  ].join('\n');
}

function totals(tests: readonly ResultTest[]) {
  const count = (wanted: ResultTest['status']) => tests.filter(({ status }) => status === wanted).length;
  return { tests: tests.length, failures: count('fail'), errors: count('error'), skipped: count('skip') };
}

function timeOf(tests: readonly ResultTest[]): number {
  return Math.round(tests.reduce((sum, { duration_ms: each }) => sum + each, 0)) / 1000;
}

function testcase(test: ResultTest): string {
  const tag = openTag('testcase', {
    name: test.name,
    classname: test.server ?? 'mcptest.run',
    file: tidyPath(test.file),
    line: test.line,
    time: test.duration_ms / 1000,
  });
  return [`    ${tag}`, ...resultOf(test), '    </testcase>'].join('\n');
}

function resultOf(test: ResultTest): string[] {
  const { status, message = '', file, line } = test;
  switch (status) {
    case 'pass':
      return test.flaky
        ? [`      <system-out>flaky: passed on attempt ${test.attempts ?? 2}</system-out>`]
        : [];
    case 'skip':
      return [`      ${openTag('skipped', { message })}</skipped>`];
    default: {
      const tag = status === 'fail' ? 'failure' : 'error';
      // the `- ` keeps `::error` from the start of a line, where a CI log would take it for a command
      const lines = reasonsOf(test).map(
        (reason) => `- ${tidyPath(file)}:${reason.line ?? line}: ${reason.text}`,
      );
      const type = test.findings?.[0]?.code ?? status;
      return [`      ${openTag(tag, { message, type })}${lines.map(escapeXml).join('\n')}</${tag}>`];
    }
  }
}
