import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { countFindings, toFinding } from '../../../src/findings/finding.ts';
import { findingsShape } from '../../../src/findings/schema.ts';
import { SCAN_FINDINGS } from '../../support/scan-findings.ts';

const schema = z.strictObject(findingsShape(SCAN_FINDINGS, { tool: z.string() }));
const finding = toFinding(SCAN_FINDINGS, { code: 'long-text', message: 'is so' }, { tool: 'a' });
const counts = countFindings(SCAN_FINDINGS, [finding]);

describe('the schema of findings', () => {
  it('accepts findings of any table', () => {
    expect(schema.safeParse({ findings: [finding], counts })).toMatchObject({ success: true });
    expect(schema.safeParse({ findings: [{ ...finding, help: 'do so' }], counts })).toMatchObject({
      success: true,
    });
  });

  it.each([
    ['a code that no row has', { findings: [{ ...finding, code: 'other' }], counts }],
    ['a severity of another scale', { findings: [{ ...finding, severity: 'error' }], counts }],
    ['a finding without its place', { findings: [{ ...finding, tool: undefined }], counts }],
    ['a member that nothing speaks of', { findings: [{ ...finding, line: 1 }], counts }],
    ['a severity that is not counted', { findings: [], counts: { ...counts, low: undefined } }],
    ['a negative count', { findings: [], counts: { ...counts, low: -1 } }],
  ])('refuses %s', (_, report) => {
    expect(schema.safeParse(report).success).toBe(false);
  });
});
