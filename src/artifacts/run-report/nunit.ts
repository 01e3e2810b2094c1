import type { TestStatus } from './model.ts';
import type { XmlForm } from './xml-report.ts';

const RESULTS: Readonly<Record<string, TestStatus>> = {
  Passed: 'pass',
  Failed: 'fail',
  Skipped: 'skip',
  Inconclusive: 'inconclusive',
  Warning: 'inconclusive',
};

/** The XML of NUnit 3. A suite that failed without a failed test, for example in its set-up, counts as a failed test. */
export const NUNIT: XmlForm = {
  close(element, report) {
    const { name, attributes } = element;
    const { result = '' } = attributes;
    if (name === 'test-case') {
      const status = report.statusOf(result, RESULTS);
      report.add(attributes.fullname ?? attributes.name ?? '', status, Number(attributes.duration));
    } else if (name === 'test-suite' || name === 'test-run') {
      // `Failed(Child)` and the like: the word before the site decides
      const isFailed = /^(?:Failed|Failure|Error|Cancelled)\b/i.test(result);
      if (isFailed && report.since(element).failed === 0) report.add(attributes.fullname ?? name, 'fail');
      report.compare(element, { total: 'total', passed: 'passed', failed: 'failed' });
      if (name === 'test-run') report.at(attributes['end-time']);
    }
  },
};
