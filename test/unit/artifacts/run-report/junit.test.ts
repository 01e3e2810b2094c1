import { describe, expect, it } from 'vitest';
import { load, refusal } from '../../../support/load.ts';
import { junitReport } from '../../../support/run-reports.ts';

const read = (content: string) => load('run-report', content);
const refused = (content: string) => refusal('run-report', content);
/** The statuses of the tests of a report. */
const statuses = async (content: string) => (await read(content)).tests?.map(({ status }) => status);
/** A report of one testcase that passed, followed by this content. */
const besides = (content: string) =>
  `<testsuites><testsuite name="s"><testcase name="a"/>${content}</testsuite></testsuites>`;

describe('a JUnit report', () => {
  it('reads attributes in any letter case', async () => {
    expect(await statuses('<testsuite><testcase Name="a" Status="Failed"/></testsuite>')).toEqual(['fail']);
    expect((await read('<testsuite Failures="1"><testcase name="a"/></testsuite>')).counts.failed).toBe(1);
  });

  it('is refused when a suite has the status failed and shows no failure', async () => {
    expect(await refused('<testsuite result="failed"><testcase name="a"/></testsuite>')).toContain(
      'has the status failed, but shows no failure',
    );
    const failing = '<testsuite status="failed"><testcase name="a"><failure/></testcase></testsuite>';
    expect(await statuses(failing)).toEqual(['fail']);
    expect(await statuses('<testsuite status="passed"><testcase name="a"/></testsuite>')).toEqual(['pass']);
  });

  it('counts failures and errors as failed', async () => {
    const text = junitReport('', '<failure message="no"/>', '<error>trace</error>', '<skipped/>');
    const report = await read(text);
    expect(report.counts).toEqual({ total: 4, passed: 1, failed: 2, skipped: 1 });
    expect(report.tests?.[1]).toEqual({
      name: 'tides › test 1',
      status: 'fail',
      duration_ms: 500,
      message: 'no',
    });
  });

  it('keeps the position of a test, unless it is invalid', async () => {
    const text =
      '<testsuite><testcase name="a" file="a.py" line="7" time="0.25"/><testcase name="b" line="x" time="1,5"/></testsuite>';
    expect((await read(text)).tests).toEqual([
      { name: 'a', status: 'pass', file: 'a.py', line: 7, duration_ms: 250 },
      { name: 'b', status: 'pass' },
    ]);
  });

  it('counts a testcase once, however deep its suite', async () => {
    const text = `<testsuites name="all" tests="4" failures="1"><testcase name="0"/>
      <testsuite name="a" tests="3" failures="1"><testcase name="1"/>
        <testsuite name="b" tests="2"><testcase name="2"/><testcase name="3"><failure/></testcase></testsuite>
      </testsuite></testsuites>`;
    expect((await read(text)).counts).toEqual({ total: 4, passed: 3, failed: 1, skipped: 0 });
  });

  it.each<[string, string, string]>([
    ['nothing in it', '', 'pass'],
    [
      'output and properties',
      '<properties><property name="a" value="b"/></properties><system-out>failure</system-out><system-err/>',
      'pass',
    ],
    ['a reason to skip', '<skipped message="later"/>', 'skip'],
    ['both skipped and failed', '<skipped/><failure/>', 'fail'],
    ['both failed and skipped', '<failure/><skipped/>', 'fail'],
    ['a failure and an error', '<failure/><error/>', 'fail'],
    ['a failed attempt before it passed', '<flakyFailure message="a"/><flakyError/>', 'pass'],
    ['failed attempts after it failed', '<failure/><rerunFailure/><rerunError/>', 'fail'],
    ['a failed rerun alone', '<rerunFailure/>', 'fail'],
    ['an erroneous rerun alone', '<rerunError/>', 'fail'],
    ['a warning', '<warning>no assertion</warning>', 'inconclusive'],
    ['a warning and a skip', '<skipped/><warning/>', 'inconclusive'],
    ['a failure in capitals', '<FAILURE/>', 'fail'],
    ...['aborted', 'timeout', 'crashed', 'fail', 'failed', 'exception', 'blocked', 'broken'].map(
      (word): [string, string, string] => [`an element called ${word}`, `<${word}/>`, 'fail'],
    ),
    ['an element called inconclusive', '<inconclusive/>', 'inconclusive'],
    ['an element called passed', '<passed/>', 'pass'],
    ['a failure with a prefix', '<j:failure xmlns:j="urn:j"/>', 'fail'],
    ['a failure deep inside', '<x><y><error/></y></x>', 'fail'],
    ['a failure in CDATA, which is text', '<system-out><![CDATA[<failure/>]]></system-out>', 'pass'],
    ['a failure in a comment, which is none', '<!-- <failure/> -->', 'pass'],
  ])('reads the status of a testcase with %s', async (_, content, status) => {
    expect(await statuses(besides(`<testcase name="b">${content}</testcase>`))).toEqual(['pass', status]);
  });

  it.each<[string, string]>([
    ['status="run" result="completed"', 'pass'],
    ['status="PASSED"', 'pass'],
    ['status="disabled"', 'skip'],
    ['status="notrun"', 'skip'],
    ['status="Not Run"', 'skip'],
    ['status="run" result="skipped"', 'skip'],
    ['status="notrun" result="suppressed"', 'skip'],
    ['status="fail"', 'fail'],
    ['result="timed_out"', 'fail'],
    ['status="skipped" result="error"', 'fail'],
    ['status="inconclusive"', 'inconclusive'],
  ])('reads the status from the attributes of a testcase: %s', async (attributes, status) => {
    expect(await statuses(besides(`<testcase name="b" ${attributes}/>`))).toEqual(['pass', status]);
  });

  it('takes the worse of attribute and content', async () => {
    const text = besides(
      '<testcase status="passed"><failure/></testcase><testcase status="failed"><skipped/></testcase>',
    );
    expect(await statuses(text)).toEqual(['pass', 'fail', 'fail']);
  });

  it.each([
    ['in a suite', besides('<error message="set-up"/>')],
    [
      'around the suites',
      '<testsuites><failure/><testsuite name="s"><testcase name="a"/></testsuite></testsuites>',
    ],
    ['in the properties of a suite', besides('<properties><failure/></properties>')],
    ['that states it', '<testsuite name="s" tests="1" errors="1"><testcase name="a"/><error/></testsuite>'],
  ])('counts a failure outside of any testcase: %s', async (_, text) => {
    expect((await read(text)).counts).toEqual({ total: 2, passed: 1, failed: 1, skipped: 0 });
  });

  it('does not count a skip outside of any testcase as a test', async () => {
    expect(await statuses(besides('<skipped/><warning/>'))).toEqual(['pass']);
  });

  it('names a failure outside of any testcase after its suite', async () => {
    expect((await read(besides('<error message="set-up"/>'))).tests?.[1]).toEqual({
      name: 's',
      status: 'fail',
      message: 'set-up',
    });
  });

  it.each<[string, string]>([
    [
      'states less than it shows',
      '<testsuite tests="1" failures="0"><testcase name="a"/><testcase name="b"><failure/></testcase></testsuite>',
    ],
    [
      'counts both results of a testcase',
      '<testsuite tests="1" failures="1" errors="1"><testcase name="b"><failure/><error/></testcase></testsuite>',
    ],
    [
      'counts an error among the failures',
      '<testsuite tests="1" failures="1" errors="0"><testcase name="b"><error/></testcase></testsuite>',
    ],
    [
      'counts a failure that is an attribute',
      '<testsuite failures="1"><testcase name="b" status="failed"/></testsuite>',
    ],
    [
      'counts what was skipped',
      '<testsuite skipped="1" disabled="2" failures="1"><testcase status="disabled"/><testcase><skipped/></testcase><testcase><error/></testcase></testsuite>',
    ],
    [
      'counts both failures of a testcase',
      '<testsuite failures="2"><testcase><failure/><failure/></testcase></testsuite>',
    ],
  ])('is read when a suite %s', async (_, text) => {
    expect((await read(text)).counts.failed).toBe(1);
  });

  it.each(['-1', '1.0', '', ' 1', '1e3', 'NaN', '99999999999999999999'])(
    'is refused when a suite counts %j',
    async (count) => {
      for (const counter of ['tests', 'failures', 'errors', 'skipped', 'disabled']) {
        expect(await refused(`<testsuite ${counter}="${count}"><testcase name="a"/></testsuite>`)).toBe(
          `f.json:1:1: error: the attribute ${counter} must be a whole number, 0 or more, found \`${count}\``,
        );
      }
    },
  );

  it('is refused when its closing comment counts failures that nothing shows', async () => {
    const report = (fail: number, content = '') =>
      `<testsuites><testcase name="a">${content}</testcase><!-- fail ${fail} --><!-- cancelled 0 --></testsuites>`;
    expect(await refused(report(1))).toContain(
      'the comment at the end counts 1 failed, but no testcase shows a failure',
    );
    expect(await refused(report(12))).toContain('counts 12 failed');
    expect((await read(report(0))).counts.failed).toBe(0);
    // the output of a test is not a count of the runner
    expect((await read(besides('<!-- fail 1 -->'))).counts.failed).toBe(0);
    expect((await read('<testsuites><testcase/><!-- we fail 1 in 9 --></testsuites>')).counts.failed).toBe(0);
    expect((await read(report(2, '</testcase><testcase><failure/>'))).counts.failed).toBe(1);
  });

  it.each<[string, string, string]>([
    ['an unknown status', besides('<testcase status="meh"/>'), '`meh` is not a known status of a testcase'],
    ['an unknown result', besides('<testcase result="0"/>'), '`0` is not a known result of a testcase'],
    ['a testcase in a testcase', besides('<testcase><testcase/></testcase>'), 'a testcase inside a testcase'],
    ['a suite in a testcase', besides('<testcase><testsuite/></testcase>'), 'a testsuite inside a testcase'],
    ['no suite', '<testsuites/>', 'shows no test that ran: 0 in all, 0 skipped'],
    ['an empty suite', '<testsuites><testsuite name="a" tests="0"/></testsuites>', 'shows no test that ran'],
    ['skipped tests alone', junitReport('<skipped/>'), 'shows no test that ran: 1 in all, 1 skipped'],
    [
      'another root',
      '<html/>',
      'f.json:1:1: error: is not a run report: found XML with the root element `html`\n  help: expected JUnit XML',
    ],
    ['a lone testcase', '<testcase name="a"/>', 'root element `testcase`'],
    ['an end that was cut off', junitReport('').slice(0, -5), 'f.json:6:10: error: unclosed tag: testsuites'],
    [
      'a suite that was cut off',
      '<testsuites><testsuite><testcase/>',
      'f.json:1:35: error: unclosed tag: testsuite',
    ],
    [
      'text after the root',
      '<testsuite><testcase/></testsuite>\nDone',
      'error: text data outside of root node',
    ],
    [
      'a second root',
      '<testsuite><testcase/></testsuite><testsuite/>',
      'error: documents may contain only one root',
    ],
    ['tags that cross', '<testsuite><testcase></testsuite></testcase>', 'error: unexpected close tag'],
    [
      'an attribute twice',
      '<testsuite tests="1" tests="0"><testcase/></testsuite>',
      'error: duplicate attribute: tests',
    ],
    ['an unknown entity', besides('<testcase name="&me;"/>'), 'error: undefined entity'],
    [
      'entities of its own',
      `<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b "c">]>\n${besides('&b;')}`,
      'f.json:2:31: error: declares entities of its own',
    ],
    [
      'an external entity',
      `<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>${besides('&b;')}`,
      'declares entities of its own',
    ],
    [
      'another encoding',
      `<?xml version="1.0" encoding="ISO-8859-1"?>${besides('<testcase name="\u00e9"/>')}`,
      'declares the encoding `ISO-8859-1`\n  help: save the file as UTF-8',
    ],
  ])('is refused for %s', async (_, text, message) => {
    expect(await refused(text)).toContain(message);
  });

  it.each(['UTF-8', 'utf-8', 'US-ASCII'])('is read when it declares %s', async (encoding) => {
    const text = `<?xml version="1.0" encoding="${encoding}"?>${besides('<testcase name="\u00e9"/>')}`;
    expect(await statuses(text)).toEqual(['pass', 'pass']);
  });

  it.each(['UTF-16', 'x-utf-8', 'utf-80', 'windows-1252'])(
    'is refused when it declares %s and is not ASCII',
    async (encoding) => {
      const text = `<?xml version="1.0" encoding="${encoding}"?>${besides('<testcase name="\u00e9"/>')}`;
      expect(await refused(text)).toContain(`declares the encoding \`${encoding}\``);
    },
  );

  it('is read without a declared encoding', async () => {
    expect(await statuses(`<?xml version="1.0"?>${besides('<testcase name="\u00e9"/>')}`)).toEqual([
      'pass',
      'pass',
    ]);
  });

  it('is read when it declares another encoding but is ASCII', async () => {
    expect(await statuses(`<?xml version="1.0" encoding="utf-16"?>${besides('')}`)).toEqual(['pass']);
  });

  it('is read with a DOCTYPE that declares nothing, which is not looked up', async () => {
    const doctype = '<!DOCTYPE testsuites SYSTEM "https://example.com/junit.dtd">';
    expect(await statuses(doctype + besides(''))).toEqual(['pass']);
  });

  it('refuses an entity bomb at once', async () => {
    const levels = Array.from({ length: 20 }, (_, n) => `<!ENTITY e${n + 1} "${`&e${n};`.repeat(10)}">`);
    const text = `<!DOCTYPE a [<!ENTITY e0 "x">${levels.join('')}]>${besides('<testcase name="&e20;"/>')}`;
    expect(await refused(text)).toContain('declares entities of its own');
  });

  it('refuses more than 500 levels', async () => {
    const nested = (levels: number) =>
      `${'<testsuite>'.repeat(levels - 1)}<testcase name="a"/>${'</testsuite>'.repeat(levels - 1)}`;
    expect(await statuses(nested(500))).toEqual(['pass']);
    expect(await refused(nested(501))).toContain('error: nested deeper than 500 levels');
    expect(await refused(nested(10_000))).toContain('error: nested deeper than 500 levels');
    expect(await refused(besides('<x>'.repeat(10_000)))).toContain('nested deeper than 500 levels');
  });

  it('reads a report that is longer than a piece of the parser', async () => {
    const testcases = Array.from({ length: 5000 }, (_, n) =>
      n % 7 === 0 ? '<failure message="\u{1f4a5}"/>\r\n' : '',
    );
    expect((await read(junitReport(...testcases))).counts).toEqual({
      total: 5000,
      passed: 4285,
      failed: 715,
      skipped: 0,
    });
  });

  it('shows the first contradictions of many', async () => {
    const suites = '<testsuite status="failed"><testcase name="a"/></testsuite>'.repeat(100);
    const message = await refused(`<testsuites>${suites}</testsuites>`);
    expect(message.match(/has the status failed/g)).toHaveLength(25);
    expect(message).toContain('more findings in this file are not shown');
  });

  it('reads attributes with the names of built-ins like any others', async () => {
    expect(await statuses(besides('<testcase __proto__="a" constructor="b" status="run"/>'))).toEqual([
      'pass',
      'pass',
    ]);
    expect(await statuses(besides('<testcase><constructor/><__proto__/></testcase>'))).toEqual([
      'pass',
      'pass',
    ]);
    expect(await refused(besides('<testcase status="constructor"/>'))).toContain('is not a known status');
  });
});
