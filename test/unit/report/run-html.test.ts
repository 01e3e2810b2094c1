import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toRunResult } from '../../../src/features/run/to-run-result.ts';
import { formatHtml } from '../../../src/report/run/html.ts';
import { FRAME, type MadeTest, ranSuite } from '../../support/run-results.ts';

function page(tests: readonly MadeTest[]): string {
  return formatHtml(toRunResult([ranSuite(tests)], FRAME));
}

/** Every tag of a page, in order. */
function tags(html: string): string[] {
  const body = html.slice(html.indexOf('<body>'));
  return [...body.matchAll(/<\/?([a-z0-9]+)/g)].map(([tag]) => tag);
}

describe('the page of a run', () => {
  it('shows what failed first, with its reasons and places, and folds the rest', () => {
    const html = page([
      { name: 'reads a city', status: 'passed' },
      { name: 'has a temperature', status: 'failed', findings: [{ code: 'text', message: 'found <b>' }] },
      { name: 'goes on', status: 'error', reason: 'the connection ended' },
      { name: 'finds none', status: 'passed', flaky: true },
      { name: 'later', status: 'skipped', reason: 'not ready' },
    ]);
    expect(html).toContain(
      '<span class="chip bad">FAIL</span> <span class="name">2 of 5 tests failed, 1 of them with an error',
    );
    const order = [
      'has a temperature',
      'goes on',
      'finds none',
      '1 test skipped',
      'later',
      '1 test passed',
      'reads a city',
    ];
    const places = order.map((text) => html.lastIndexOf(`>${text}<`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    expect(html).toContain('found &lt;b&gt;');
    expect(html).toContain('suites/suite.yml:5');
    expect(html).toContain('1 of 2 tools');
    expect(html).toContain('<li class="name">u</li>');
    expect(html).toContain('server: stdio, protocol 2025-11-25');
    expect(page([{ name: 'a', status: 'passed' }])).toContain('<span class="chip good">PASS</span>');
  });

  it('has the same elements whatever a stranger wrote', () => {
    const plain = tags(page([{ name: 'a', status: 'failed', findings: [{ code: 'text', message: 'b' }] }]));
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.constantFrom('"><script>alert(1)</script>', '\u202e</li>', '\n::error::x'),
        ),
        (text) => {
          const html = page([{ name: text, status: 'failed', findings: [{ code: 'text', message: text }] }]);
          expect(tags(html)).toEqual(plain);
          expect(html).not.toMatch(
            /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b\u202a-\u202e\ufeff]|^ *::/m,
          );
        },
      ),
    );
  });
});
