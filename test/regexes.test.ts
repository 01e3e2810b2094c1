import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { regexSources } from '../scripts/regex-sources.ts';
import { splitUserTexts } from '../src/artifacts/cassette/formats/cline/result-texts.ts';
import { parseTapLine } from '../src/artifacts/run-report/tap-line.ts';
import { unreadableExpiryInWords } from '../src/features/policy/waiver-words.ts';
import { locationOf } from '../src/inspection/location.ts';
import { readHeaders } from '../src/mcp/read-headers.ts';
import { saysNumber } from '../src/values/written-number.ts';
import { mustEnd } from './support/must-end.ts';

const verdicts: Record<string, string> = JSON.parse(
  readFileSync(join(import.meta.dirname, 'regexes.json'), 'utf8'),
);

describe('a regular expression of src/', async () => {
  const sources = await regexSources();

  it('is checked for texts that take it long', () => {
    expect(sources.length).toBeGreaterThan(400);
    const open = sources.filter((source) => !verdicts[source]);
    expect(open, 'run `npm run regexes`').toEqual([]);
  });

  it('is still there, if a verdict is', () => {
    const gone = Object.keys(verdicts).filter((source) => !sources.includes(source));
    expect(gone, 'run `npm run regexes`').toEqual([]);
  });
});

describe('a text of a million parts', () => {
  const many = (text: string) => text.repeat(1_000_000);
  const header = `A:${many('\t')}\0`;

  it.each<[string, () => unknown]>([
    ['a line of TAP', () => parseTapLine(`skip 0\t${many('\t')}\u2028`)],
    ['a number', () => saysNumber(`${many('0')}x`, 0)],
    ['a header', () => readHeaders({ header: [header], headerEnv: undefined, bearerEnv: undefined }, {})],
    ['a time', () => unreadableExpiryInWords(`2026-01-01${many(' ')}x`)],
    ['the name of a member', () => locationOf([`a1a1a1a1${many('a')}!`])],
    ['tags that a user opens', () => splitUserTexts([many('<reminder>')])],
    ['parts of tags', () => splitUserTexts([many('<reminder ')])],
  ])('is read in linear time: %s', (_, read) => {
    mustEnd(() => {
      try {
        read();
      } catch {
        // refused, but soon
      }
    });
  });
});
