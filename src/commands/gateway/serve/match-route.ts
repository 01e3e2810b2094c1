import { ROUTES, type Route } from '../../../features/gateway/control/routes-schema.ts';
import { quote } from '../../../text/clip.ts';
import { setOwn } from '../../../values/own-property.ts';
import { Refusal } from './refusal.ts';

/** An operation, and what its path and query say. */
export interface Matched {
  readonly route: (typeof ROUTES)[number];
  readonly params: Readonly<Record<string, string>>;
  readonly flags: ReadonlySet<string>;
}

/** Finds the operation of a request. @throws Refusal 404, 405, or 400 for what is malformed */
export function matchRoute(method: string, url: string): Matched {
  const [path = '', query = ''] = url.split(/\?(.*)/s);
  const segments = path.split('/');
  // an operation that is spelt out wins over a key
  const there = ROUTES.filter((route) => fits(route, segments)).sort(byKeys);
  const first = there.find((route) => route.method === (method === 'HEAD' ? 'GET' : method));
  if (!first) {
    if (there.length === 0)
      throw new Refusal(404, `there is nothing at ${quote(path)}`, { help: 'see /openapi.json' });
    const allow = [...new Set(there.map((route) => route.method))].join(', ');
    throw new Refusal(405, `${quote(method)} is not possible here, only ${allow}`, { headers: { allow } });
  }
  return { route: first, params: paramsOf(first, segments), flags: flagsOf(first, query) };
}

function fits({ path }: Route, segments: readonly string[]): boolean {
  const parts = path.split('/');
  return (
    parts.length === segments.length &&
    parts.every((part, index) => part === segments[index] || (isKey(part) && segments[index] !== ''))
  );
}

function byKeys(a: Route, b: Route): number {
  return a.path.split('{').length - b.path.split('{').length;
}

function isKey(part: string): boolean {
  return part.startsWith('{');
}

function paramsOf({ path }: Route, segments: readonly string[]): Record<string, string> {
  const params: Record<string, string> = {};
  for (const [index, part] of path.split('/').entries()) {
    if (isKey(part)) setOwn(params, part.slice(1, -1), decoded(segments[index] ?? ''));
  }
  return params;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    throw new Refusal(400, `the key ${quote(segment)} is not URL-encoded`);
  }
}

function flagsOf({ query = {} }: Route, text: string): ReadonlySet<string> {
  const flags = new Set<string>();
  for (const [name, value] of new URLSearchParams(text)) {
    if (!Object.hasOwn(query, name)) throw new Refusal(400, `the query has an unknown ${quote(name)}`);
    if (value !== 'true')
      throw new Refusal(400, `\`${name}\` must be \`true\` or left out, found ${quote(value)}`);
    flags.add(name);
  }
  return flags;
}
