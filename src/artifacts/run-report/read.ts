import { parseJson } from '../../documents/json.ts';
import type { Reading } from '../../documents/reading.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import type { FilesPort } from '../../ports.ts';
import { isObject } from '../../values/own-property.ts';
import { readJsonArtifact, unrecognised } from '../json-artifact.ts';
import { canonicalFormat } from './canonical.ts';
import { refuseHiddenFailures } from './hidden-failures.ts';
import { refuseMochaJson } from './mocha.ts';
import type { RunReport } from './model.ts';
import type { XmlForm } from './xml-report.ts';

const JUNIT = 'JUnit XML';
const TAP = 'TAP 13/14';
const GO_TEST = 'go test -json';
const TRX_NAME = 'TRX';
const NUNIT_NAME = 'NUnit 3 XML';
const XUNIT_NAME = 'xUnit.net XML';

/** The names of the formats that are not one JSON document. */
export const OTHER_FORMATS = [JUNIT, TRX_NAME, NUNIT_NAME, XUNIT_NAME, TAP, GO_TEST] as const;

/**
 * Reads a run report in any known format: the canonical form and its other spellings, the JSON and XML of test runners,
 * and TAP. Recognises the format from the content alone, and loads the code for the formats of other tools
 * only when needed.
 * @throws InputError when the file is in no known format, contradicts itself, or shows no test that ran
 */
export async function readRunReport(path: string, files: FilesPort): Promise<Reading<RunReport>> {
  const text = files.readText(path);
  if (/^\s*(?:go: |\{ ?")/.test(text)) {
    const { looksLikeGoTest, readGoTest } = await import('./go-test.ts');
    if (looksLikeGoTest(text)) return { format: GO_TEST, value: readGoTest(text, path), warnings: [] };
  }
  switch (/\S/.exec(text)?.[0]) {
    case undefined:
      throw new InputError({ file: path, position: { line: 1, column: 1 }, message: 'the file is empty' });
    case '<':
      return readXml(text, path);
    case '{':
    case '[':
      return readJson(text, path);
    default:
      return readOther(text, path);
  }
}

async function readXml(text: string, path: string): Promise<Reading<RunReport>> {
  const { readXmlReport, rootOf } = await import('./xml-report.ts');
  const as = (format: string, form: XmlForm) => ({
    format,
    value: readXmlReport(text, path, form),
    warnings: [],
  });
  switch (rootOf(text)) {
    case 'TestRun':
      return as(TRX_NAME, (await import('./trx.ts')).TRX);
    case 'test-run':
      return as(NUNIT_NAME, (await import('./nunit.ts')).NUNIT);
    case 'assemblies':
    case 'assembly':
      return as(XUNIT_NAME, (await import('./xunit-net.ts')).XUNIT_NET);
    default: {
      const { readJunit } = await import('./junit.ts');
      return { format: JUNIT, ...readJunit(text, path) };
    }
  }
}

async function readJson(text: string, path: string): Promise<Reading<RunReport>> {
  const document = parseJson(text, path);
  const reading = await readDocument(document);
  refuseHiddenFailures(document, reading.value.counts);
  return reading;
}

async function readDocument(document: SourceDocument): Promise<Reading<RunReport>> {
  if (isObject(document.value) && Object.hasOwn(document.value, 'schema_version')) {
    return readJsonArtifact('run-report', document, [canonicalFormat]);
  }
  refuseMochaJson(document);
  const { FOREIGN_JSON_FORMATS } = await import('./foreign-json.ts');
  // ours comes last: without a version, any object that counts tests matches it
  return readJsonArtifact('run-report', document, [...FOREIGN_JSON_FORMATS, canonicalFormat]);
}

async function readOther(text: string, path: string): Promise<Reading<RunReport>> {
  const { looksLikeTap, readTap } = await import('./tap.ts');
  if (looksLikeTap(text)) return { format: TAP, value: readTap(text, path), warnings: [] };
  const { FOREIGN_JSON_FORMATS } = await import('./foreign-json.ts');
  const names = [canonicalFormat, ...FOREIGN_JSON_FORMATS].map(({ name }) => name);
  const value = text.trimStart().slice(0, 100);
  const document = { file: path, value, locate: () => ({ line: 1, column: 1 }) };
  throw unrecognised('run-report', document, [...names, ...OTHER_FORMATS]);
}
