import type { Schema } from '../assertions/schema-reference.ts';
import { bound } from './bound.ts';
import { textsOfPattern } from './sample-pattern.ts';
import type { Sampling } from './sampling.ts';

/** The longest text that is generated, in characters. */
const LONGEST = 100_000;

/** How many different texts are generated. */
const MOST_TEXTS = 100;

/** One text for each format. Hosts are names that RFC 2606 reserves for examples, so a lookup reaches no real server. */
const FORMATS: Readonly<Record<string, string>> = {
  'date-time': '2026-01-01T00:00:00Z',
  date: '2026-01-01',
  time: '00:00:00Z',
  duration: 'P1D',
  email: 'user@example.com',
  'idn-email': 'user@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  url: 'https://example.com/',
  iri: 'https://example.com/',
  'uri-reference': '/text',
  'iri-reference': '/text',
  'uri-template': '/text',
  uuid: '00000000-0000-4000-8000-000000000001',
  'json-pointer': '/text',
  'relative-json-pointer': '0',
  regex: 'text',
};

/** Texts that many patterns accept. */
const COMMON = ['text', 'a', 'A', '1', 'abc123', 'ABC-123', ...new Set(Object.values(FORMATS))];

/** Generates texts for the keywords of a string schema. */
export function* texts(schema: Schema, sampling: Sampling, path: readonly string[]): Generator<string> {
  const least = bound(schema.minLength, 0);
  const most = bound(schema.maxLength, LONGEST);
  if (least > LONGEST) return sampling.blocked(path, `it requires a text of ${least} characters`);
  if (typeof schema.pattern === 'string') {
    yield* matching(schema.pattern, least, most, sampling, path);
    return;
  }
  const format = typeof schema.format === 'string' ? schema.format : '';
  if (Object.hasOwn(FORMATS, format)) yield FORMATS[format] as string;
  for (let number = 1; number <= MOST_TEXTS; number++) {
    const ending = number === 1 ? '' : String(number);
    const room = Math.max(0, most - ending.length);
    yield 'text'.padEnd(least - ending.length, 'x').slice(0, room) + ending;
  }
}

function* matching(
  source: string,
  least: number,
  most: number,
  sampling: Sampling,
  path: readonly string[],
): Generator<string> {
  const pattern = sampling.compileRegex(source);
  if (typeof pattern === 'string') return sampling.blocked(path, `its pattern does not compile: ${pattern}`);
  let found = false;
  for (const text of offers(source, least)) {
    // JSON Schema counts length in characters
    const length = [...text].length;
    if (length < least || length > most || !pattern.test(text)) continue;
    found = true;
    yield text;
  }
  if (!found) sampling.blocked(path, 'no text was found that matches its pattern');
}

function* offers(source: string, least: number): Generator<string> {
  for (const text of COMMON) yield text;
  for (const text of textsOfPattern(source, Math.min(least, LONGEST))) {
    yield text;
    if (text.length < least) yield text.padEnd(least, text.at(-1) ?? 'x');
  }
}
