import { describe, expect, it } from 'vitest';
import { countFindings, inFileOrder, isRefused, toFinding } from '../../../src/findings/finding.ts';
import { SCAN_FINDINGS } from '../../support/scan-findings.ts';

const found = (code: 'hidden-text' | 'long-text') =>
  toFinding(SCAN_FINDINGS, { code, message: 'is so' }, { tool: 'a' });

describe('a finding', () => {
  it('has the severity of its row, and its members in the order of a report', () => {
    const remark = { code: 'long-text', message: 'is so', help: 'do so' } as const;
    const finding = toFinding(SCAN_FINDINGS, remark, { tool: 'a', line: 3 });
    expect(JSON.stringify(finding)).toBe(
      '{"code":"long-text","severity":"info","tool":"a","line":3,"message":"is so","help":"do so"}',
    );
  });

  it('has no help when there is none', () => {
    const finding = toFinding(SCAN_FINDINGS, { code: 'long-text', message: 'is so', help: undefined }, {});
    expect(Object.keys(finding)).toEqual(['code', 'severity', 'message']);
  });
});

describe('findings', () => {
  it('stand in the order of the file, and those of one place as they were', () => {
    const placed = [
      { line: 2, column: 1 },
      { line: 1, column: 9, first: true },
      { line: 1, column: 9 },
      { line: 1, column: 2 },
    ];
    const [second, firstOfTwo, secondOfTwo, first] = placed;
    expect(inFileOrder(placed)).toEqual([first, firstOfTwo, secondOfTwo, second]);
    expect(placed[0]).toBe(second);
  });

  it('are counted by severity, the worst one first, those that did not occur too', () => {
    const counts = countFindings(SCAN_FINDINGS, [found('long-text'), found('long-text')]);
    expect(Object.entries(counts)).toEqual([
      ['critical', 0],
      ['high', 0],
      ['medium', 0],
      ['low', 0],
      ['info', 2],
    ]);
  });

  it('are a no when the severity of one says so', () => {
    expect(isRefused(SCAN_FINDINGS, [])).toBe(false);
    expect(isRefused(SCAN_FINDINGS, [found('long-text')])).toBe(false);
    expect(isRefused(SCAN_FINDINGS, [found('long-text'), found('hidden-text')])).toBe(true);
  });
});
