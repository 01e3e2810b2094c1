import { expect, it } from 'vitest';
import { unlistedInWords } from '../../../../src/features/run/unlisted-in-words.ts';
import type { Listing, McpRequest } from '../../../../src/mcp/exchange.ts';

const NOTHING: Listing = { tools: [], prompts: [], resources: [], templates: [] };
const LISTING: Listing = {
  tools: [{ name: 'get_weather' }, { name: { toString: 1 } }],
  prompts: [{ name: 'review' }],
  resources: [{ uri: 'note:///a' }],
  templates: [],
};
const named = (kind: 'tool' | 'prompt', name: string): McpRequest => ({ kind, name, args: {} });

it.each([
  [named('tool', 'get_wether'), LISTING, 'lists no tool `get_wether`; did you mean `get_weather`?'],
  [named('tool', 'book'), LISTING, 'lists no tool `book`'],
  [named('tool', 'review'), LISTING, 'lists no tool `review`; `prompt: review` would be listed'],
  [named('prompt', 'reviews'), LISTING, 'lists no prompt `reviews`; did you mean `review`?'],
  [
    named('prompt', 'get_weather'),
    { ...LISTING, prompts: [] },
    'lists no prompts at all; `tool: get_weather` would be listed',
  ],
  [named('tool', 'a'), NOTHING, 'lists no tools at all'],
  [
    { kind: 'resource', uri: 'note:///b' } as const,
    LISTING,
    'lists no resource `note:///b`; did you mean `note:///a`?',
  ],
  [
    { kind: 'resource', uri: 'x:/y' } as const,
    { ...NOTHING, templates: [{ uriTemplate: 'z:/{a}' }] },
    'lists no resource `x:/y`',
  ],
])('says what may have been meant by %j', (request, listing, words) => {
  expect(unlistedInWords(request, listing)).toBe(`the server ${words}`);
});
