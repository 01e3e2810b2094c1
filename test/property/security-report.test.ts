import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBaselineFingerprints } from '../../src/artifacts/security/baseline.ts';
import { SCAN_SEVERITIES } from '../../src/artifacts/security/model.ts';
import { type SecurityReport, securityReportSchema } from '../../src/artifacts/security/report-schema.ts';
import { writeSecurity } from '../../src/artifacts/security/write.ts';
import { parseJson } from '../../src/documents/json.ts';
import { validate } from '../../src/documents/validate.ts';
import type { Found } from '../../src/features/scan/core/rule.ts';
import { securityContradictions } from '../../src/features/scan/report-contradictions.ts';
import { RULE_IDS } from '../../src/features/scan/rule-table.ts';
import type { Suppression, Suppressions } from '../../src/features/scan/suppressions-file.ts';
import { toSecurityReport } from '../../src/features/scan/to-report.ts';
import { formatSarif } from '../../src/report/scan/sarif.ts';
import { load } from '../support/load.ts';

const NOW = 1_000;

const text = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: 'grapheme', maxLength: 8 }),
  fc.constantFrom('', '\ud800', '\u0000', '__proto__', 'error', 'failed', '%s {0}', '\u{e0061}'),
);
const rule = fc.constantFrom(...RULE_IDS);
const path = fc.array(fc.oneof(text, fc.nat(9)), { maxLength: 4 });
const name = fc.constantFrom('a', 'b', '__proto__', '\ud800');

const found = fc
  .tuple(
    fc.record(
      { rule, path, message: text, evidence: text, isKey: fc.boolean(), digest: text },
      { requiredKeys: ['rule', 'path', 'message'] },
    ),
    fc.record({ server: name, file: text }, { requiredKeys: [] }),
    fc.record({
      kind: fc.constantFrom('tool' as const, 'prompt' as const, 'resource' as const, 'template' as const),
      name,
    }),
    fc.boolean(),
  )
  .map(([hit, origin, item, hasItem]): Found => ({ hit, origin, ...(hasItem && { item }) }));

const target = fc.record(
  {
    kind: fc.constantFrom('catalog' as const, 'server' as const, 'config' as const),
    name: text,
    tools: fc.nat(),
  },
  { requiredKeys: ['kind', 'name'] },
);

const suppression = fc
  .record({
    rule,
    tool: fc.option(name, { nil: undefined }),
    server: fc.option(name, { nil: undefined }),
    expiresAt: fc.constantFrom(0, NOW + 1),
    line: fc.integer({ min: 1 }),
  })
  .map(
    (parts): Suppression => ({
      ...parts,
      column: 1,
      reason: 'known',
      owner: undefined,
      expires: '2026-01-01T00:00:00Z',
    }),
  );
const suppressions = fc
  .array(suppression, { maxLength: 4 })
  .map((entries): Suppressions => ({ file: 's.yml', entries }));

const sha256 = (given: string) => createHash('sha256').update(given).digest('hex');

const report = fc
  .record({
    found: fc.array(found, { maxLength: 8 }),
    target: fc.array(target, { minLength: 1, maxLength: 3 }),
    failOn: fc.constantFrom(...SCAN_SEVERITIES),
    notes: fc.array(text, { maxLength: 2 }),
    suppressions,
    isWritten: fc.boolean(),
    /** How many of the findings the baseline has. */
    known: fc.nat(4),
  })
  .map(({ found: all, known, isWritten, ...given }): SecurityReport => {
    const make = (baseline?: ReadonlySet<string>) =>
      toSecurityReport(all, {
        ...given,
        ...(isWritten && { pins: { file: 'mcp.lock.json', compared: 1, written: true } }),
        baseline,
        now: NOW,
        sha256,
      });
    return make(
      new Set(
        make()
          .findings.slice(0, known)
          .map(({ fingerprint }) => fingerprint),
      ),
    );
  });

describe('the report of a scan', () => {
  it('is read as it was written, and its baseline has what it showed', () => {
    fc.assert(
      fc.property(report, (made) => {
        const written = writeSecurity(made);
        expect(validate(securityReportSchema, parseJson(written, 'f.json'))).toEqual(made);
        const shown = [...made.findings, ...made.known].map(({ fingerprint }) => fingerprint);
        expect(readBaselineFingerprints(written, 'f.json')).toEqual(new Set(shown));
        expect(securityContradictions(JSON.parse(written))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  it('has the same counts for the release gate, as JSON and, but for signs, as SARIF', async () => {
    await fc.assert(
      fc.asyncProperty(report, async (made) => {
        const { total, ...counts } = made.summary;
        const scan = { counts, total };
        expect(await load('security', writeSecurity(made))).toEqual(scan);
        // a sign has the level `note` in SARIF, which readers take for low
        const inSarif = { ...counts, low: counts.low + counts.info, info: 0 };
        expect(await load('security', formatSarif(made))).toEqual({ counts: inSarif, total });
      }),
      { numRuns: 200 },
    );
  });

  it('loses nothing: every finding is counted, known, suppressed or accepted', () => {
    fc.assert(
      fc.property(fc.array(found, { maxLength: 12 }), suppressions, (all, given) => {
        const { findings, known, suppressed, pinned } = toSecurityReport(all, {
          target: [],
          failOn: 'high',
          suppressions: given,
          now: NOW,
          notes: [],
          sha256,
        });
        const shown = [...findings, ...known, ...suppressed, ...pinned].map(({ rule_id: id }) => id);
        expect(shown.sort()).toEqual(all.map(({ hit }) => hit.rule).sort());
      }),
      { numRuns: 100 },
    );
  });
});
