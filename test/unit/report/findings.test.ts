import { describe, expect, it } from 'vitest';
import { countFindings, toFinding } from '../../../src/findings/finding.ts';
import { formatFindings } from '../../../src/report/findings.ts';
import { loadPalette, PLAIN } from '../../../src/report/palette.ts';
import { SCAN_FINDINGS } from '../../support/scan-findings.ts';

function found(code: 'hidden-text' | 'long-text', place: object, help?: string) {
  return toFinding(SCAN_FINDINGS, { code, message: 'is so', help }, place);
}

function format(findings: ReturnType<typeof found>[], palette = PLAIN): string {
  const report = { findings, counts: countFindings(SCAN_FINDINGS, findings) };
  return formatFindings(SCAN_FINDINGS, 'tools\n.json', report, palette);
}

describe('a report of findings', () => {
  it('says that there are none', () => {
    expect(format([])).toBe('tools\\n.json: no findings\n');
  });

  it.each([
    ['a line and a column', { line: 3, column: 7 }, 'tools\\n.json:3:7: info: is so [long-text]\n'],
    ['a line', { line: 3 }, 'tools\\n.json:3: info: is so [long-text]\n'],
    ['another file', { file: 'b\r.json', line: 3 }, 'b\\r.json:3: info: is so [long-text]\n'],
    ['one subject', { tool: 'a\u001b' }, 'tools\\n.json: info: tool `a\\u001b`: is so [long-text]\n'],
    [
      'two subjects, in the order of the table',
      { tool: 'a', server: 's' },
      'tools\\n.json: info: server `s`, tool `a`: is so [long-text]\n',
    ],
  ])('places a finding by %s', (_, place, line) => {
    expect(format([found('long-text', place)]).split('\n\n')[0]).toBe(line.trimEnd());
  });

  it('puts help below, and counts every severity of the scale', () => {
    expect(format([found('hidden-text', {}, 'do\u001b so'), found('long-text', {})])).toBe(
      'tools\\n.json: critical: is so [hidden-text]\n  help: do\\u001b so\n' +
        'tools\\n.json: info: is so [long-text]\n' +
        '\n2 findings: 1 critical, 0 high, 0 medium, 0 low, 1 info\n',
    );
  });

  it('gives each severity the colour of its tone', async () => {
    const [line] = format([found('hidden-text', {})], await loadPalette(true)).split('\n');
    expect(line).toBe('tools\\n.json: \u001b[31mcritical\u001b[39m: is so \u001b[2m[hidden-text]\u001b[22m');
  });
});
