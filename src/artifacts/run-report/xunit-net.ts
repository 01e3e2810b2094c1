import type { TestStatus } from './model.ts';
import type { XmlForm } from './xml-report.ts';

const RESULTS: Readonly<Record<string, TestStatus>> = {
  Pass: 'pass',
  Fail: 'fail',
  Skip: 'skip',
  NotRun: 'skip',
};

/** The XML of xUnit.net 2 and 3. An error outside of the tests, for example in a clean-up, counts as a failed test. */
export const XUNIT_NET: XmlForm = {
  close(element, report) {
    const { name, attributes } = element;
    if (name === 'test') {
      report.add(
        attributes.name ?? '',
        report.statusOf(attributes.result ?? '', RESULTS),
        Number(attributes.time),
      );
    } else if (name === 'error')
      report.add(attributes.name || `error of ${attributes.type ?? 'the run'}`, 'fail');
    else if (name === 'assembly') {
      report.compare(element, { total: 'total', passed: 'passed', failed: 'failed' });
      const errors = Number(attributes.errors ?? 0) || 0;
      if (errors > report.since(element).failed)
        report.refuse(`assembly states errors ${errors}, but does not show them`);
    }
  },
};
