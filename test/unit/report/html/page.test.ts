import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Anchors } from '../../../../src/report/html/anchors.ts';
import { escapeHtml } from '../../../../src/report/html/escape-html.ts';
import { htmlPage } from '../../../../src/report/html/page.ts';
import { entry, folded, list, pairs, section } from '../../../../src/report/html/parts.ts';
import { htmlTable } from '../../../../src/report/html/table.ts';

const EMPTY = htmlPage({
  kind: 'test',
  verdict: { word: 'PASS', tone: 'good' },
  headline: 'nothing',
  body: [],
});

function digestOf(html: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>([^]*?)</${name}>`).exec(html) ?? [];
  return createHash('sha256').update(text).digest('base64');
}

describe('a page', () => {
  it('lets only its own style and its own script apply', () => {
    const [, policy] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(EMPTY) ?? [];
    expect(policy?.split('; ')).toEqual([
      "default-src 'none'",
      `script-src 'sha256-${digestOf(EMPTY, 'script')}'`,
      `style-src 'sha256-${digestOf(EMPTY, 'style')}'`,
      "base-uri 'none'",
      "form-action 'none'",
      "require-trusted-types-for 'script'",
      "trusted-types 'none'",
    ]);
  });

  it('refers to nothing outside, and is small', () => {
    expect(EMPTY).not.toMatch(/<link|<img|<iframe|\bon\w+=|\bsrc=|style=|https?:/i);
    expect(EMPTY).not.toMatch(/innerHTML|\beval\b|\bFunction\b/);
    expect(Buffer.byteLength(EMPTY)).toBeLessThan(60_000);
  });

  it('shows every text as text', () => {
    const hostile = '"><script>alert(1)</script>';
    const shown = '&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;';
    const html = htmlPage({
      kind: hostile,
      verdict: { word: hostile, tone: 'bad' },
      headline: hostile,
      counts: [{ value: 0, label: hostile, tone: 'bad' }],
      facts: [[hostile, hostile]],
      notes: [hostile],
      body: [
        ...section(hostile, [
          entry({ anchor: hostile, mark: hostile, tone: 'bad', title: hostile, aside: hostile }),
          ...folded(hostile, list([hostile])),
          pairs([[hostile, hostile]]),
          htmlTable(
            hostile,
            [hostile],
            [[hostile, hostile], { anchor: hostile, mark: hostile, tone: 'bad', cells: [hostile, hostile] }],
          ),
        ]),
      ],
    });
    expect(html).not.toContain(hostile);
    expect(html.split(shown).length - 1).toBe(31);
    expect(html).toContain(`<li class="quiet"><b>0</b> ${shown}</li>`);
  });
});

it('leaves out what has no parts', () => {
  expect([...section('a', []), ...folded('b', []), ...list([])]).toEqual([]);
});

it('names each row of a table, also an empty one', () => {
  expect(htmlTable('a', [], [[], { anchor: 'x', mark: 'fail', tone: 'bad', cells: [] }])).toContain(
    '<tr><th scope="row"></th></tr>\n<tr id="x" data-mark="fail" data-tone="bad"><td>',
  );
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
