import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toRunResult } from '../../../src/features/run/to-run-result.ts';
import { Anchors } from '../../../src/report/html/anchors.ts';
import { escapeHtml } from '../../../src/report/html/escape-html.ts';
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
    expect(html).toContain('<span class="bad">FAIL</span> 2 of 5 tests failed, 1 of them with an error');
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
    expect(html).toContain('<li class="text">u</li>');
    expect(html).toContain('server: stdio, protocol 2025-11-25');
    expect(page([{ name: 'a', status: 'passed' }])).toContain('<span class="good">PASS</span>');
  });

  it('loads nothing, runs nothing, and names the digest of its own style', () => {
    const html = page([{ name: 'a', status: 'passed' }]);
    const [, style = ''] = /<style>([^<]*)<\/style>/.exec(html) ?? [];
    const digest = createHash('sha256').update(style).digest('base64');
    expect(html).toContain(
      `content="default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'"`,
    );
    expect(html).not.toMatch(/<script|<link|<img|<iframe|\bon\w+=|\bsrc=|style=|https?:/i);
    expect(Buffer.byteLength(html)).toBeLessThan(60_000);
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

it('shows what nobody would see', () => {
  expect(escapeHtml('a\u200bb\u0007\n"<&>\'')).toBe(
    'a&lt;U+200B&gt;b&lt;U+0007&gt;\n&quot;&lt;&amp;&gt;&#39;',
  );
  expect(escapeHtml('::error::x ##[group]')).toBe('&#58;:error::x &#35;#[group]');
});

it('gives each part of a page a name of its own', () => {
  const anchors = new Anchors();
  const names = ['Reads a city!', 'reads a city', 'reads a city 2', '\u200b', '', 'Größe'].map((text) =>
    anchors.of(text),
  );
  expect(names).toEqual([
    'reads-a-city',
    'reads-a-city-2',
    'reads-a-city-2-2',
    'unnamed',
    'unnamed-2',
    'größe',
  ]);
});
