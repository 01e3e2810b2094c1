import { InputError } from '../../errors.ts';
import type { FilesPort } from '../../ports.ts';
import { parseJson } from '../json.ts';
import { type JsonFormat, readJsonArtifact, unrecognised } from '../json-artifact.ts';
import type { Reading } from '../load.ts';
import { canonicalFormat } from './canonical.ts';
import { ctrfFormat } from './ctrf.ts';
import { JUNIT, readJunit } from './junit.ts';
import type { RunReport } from './model.ts';
import { playwrightFormat } from './playwright.ts';
import { looksLikeTap, readTap, TAP } from './tap.ts';
import { vitestFormat } from './vitest.ts';

const JSON_FORMATS: readonly JsonFormat<RunReport>[] = [
  vitestFormat,
  playwrightFormat,
  ctrfFormat,
  // last: it takes any object that counts tests
  canonicalFormat,
];

/**
 * Reads a run report in any format that is known, recognised from its content alone: the canonical form and
 * its other spellings, CTRF, Vitest, Jest and Playwright JSON, JUnit XML, TAP.
 * @throws InputError when it is none of them, contradicts itself, or shows no test that ran
 */
export function readRunReport(path: string, files: FilesPort): Reading<RunReport> {
  const text = files.readText(path);
  const first = /\S/.exec(text)?.[0];
  switch (first) {
    case undefined:
      throw new InputError({ file: path, position: { line: 1, column: 1 }, message: 'the file is empty' });
    case '<':
      return readJunit(text, path);
    case '{':
    case '[':
      return readJsonArtifact('run-report', parseJson(text, path), JSON_FORMATS);
  }
  if (looksLikeTap(text)) return readTap(text, path);
  const start = text.trimStart().slice(0, 100);
  throw unrecognised('run-report', { file: path, value: start, locate: () => ({ line: 1, column: 1 }) }, [
    ...JSON_FORMATS.map(({ name }) => name),
    JUNIT,
    TAP,
  ]);
}
