import { describe, expect, it } from 'vitest';
import { formatHtml } from '../../../../src/report/policy/html.ts';
import { reportOf, rule, sampleReport } from '../../../support/sample-report.ts';

/** Returns the card of a rule. */
function card(id: string): string {
  const [, rest = ''] = formatHtml(sampleReport()).split(`<article class="item" id="${id}"`);
  return rest.slice(0, rest.indexOf('</article>'));
}

describe('the page of the release gate', () => {
  it('shows beside a waived rule how long the waiver holds, and how it is renewed', () => {
    const waived = card('conformance-tier');
    expect(waived).toContain('policy.yml:15, the waiver has 10 days left</p>');
    expect(waived).toContain(
      'ask platform-team for a later date, and write it as `expiry` in policy.yml, in place of 2026-06-11T00:00:00Z',
    );
  });

  it('says the same of a waiver that has expired', () => {
    const expired = card('judge-certified');
    expect(expired).toContain('the waiver has expired</p>');
    expect(expired).toContain('ask qa for a later date, and write it as `expiry` in policy.yml, in place of');
  });

  it('says nothing about waivers where there are none', () => {
    expect(formatHtml(reportOf([rule()]))).not.toMatch(/the waiver has|renew/);
    expect(formatHtml(sampleReport())).toContain('To renew a waiver, ask its owner for a later date');
  });
});
