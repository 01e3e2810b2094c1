import type { Check } from './check.ts';

const BOTH = { era: 'both', transport: 'both', page: 'server/tools' } as const;

/** Checks of capabilities, lists and tools. */
export const TOOL_CHECKS = {
  'tools-declared': {
    ...BOTH,
    level: 'MUST',
    sentence: 'Servers that support tools MUST declare the `tools` capability',
    how: 'asks for tools if the capability is not declared, and expects none',
  },
  'prompts-declared': {
    ...BOTH,
    level: 'MUST',
    page: 'server/prompts',
    sentence: 'Servers that support prompts MUST declare the `prompts` capability',
    how: 'asks for prompts if the capability is not declared, and expects none',
  },
  'resources-declared': {
    ...BOTH,
    level: 'MUST',
    page: 'server/resources',
    sentence: 'Servers that support resources MUST declare the `resources` capability',
    how: 'asks for resources if the capability is not declared, and expects none',
  },
  'tools-listed': {
    ...BOTH,
    era: 'modern',
    level: 'MUST',
    sentence:
      'Servers that declare the `tools` capability MUST respond to `tools/list` requests with the set of tools currently available',
    how: 'asks for the list',
  },
  'declared-lists': {
    ...BOTH,
    level: 'SHOULD',
    page: { legacy: 'basic/lifecycle', modern: 'server' },
    sentence: 'Client and server capabilities establish which optional protocol features will be available',
    how: 'asks for the list of each declared capability: tools, prompts, resources',
  },
  'schema-types': {
    ...BOTH,
    level: 'MUST',
    page: '',
    sentence:
      'This specification defines the authoritative protocol requirements, based on the TypeScript schema',
    how: 'checks the members of every tool, prompt and resource, and the content that calls return',
  },
  'tool-input-schema': {
    ...BOTH,
    level: 'MUST',
    sentence: '`inputSchema`: MUST be a valid JSON Schema object (not `null`)',
    how: 'checks the input schema of every tool',
  },
  'tool-name-length': {
    ...BOTH,
    level: 'SHOULD',
    sentence: 'Tool names SHOULD be between 1 and 128 characters in length (inclusive).',
    how: 'checks the name of every tool',
    since: '2025-11-25',
  },
  'tool-name-characters': {
    ...BOTH,
    level: 'SHOULD',
    sentence:
      'The following SHOULD be the only allowed characters: uppercase and lowercase ASCII letters (A-Z, a-z), digits (0-9), underscore (_), hyphen (-), and dot (.)',
    how: 'checks the name of every tool',
    since: '2025-11-25',
  },
  'tool-names-unique': {
    ...BOTH,
    level: 'SHOULD',
    sentence: 'Tool names SHOULD be unique within a server.',
    how: 'compares the names of all tools',
    since: '2025-11-25',
  },
  'unknown-tool': {
    ...BOTH,
    level: 'SHOULD',
    sentence: 'Protocol Errors: Standard JSON-RPC errors for issues like: Unknown tools',
    how: 'calls a tool that is not listed, and expects a protocol error',
  },
  'malformed-call': {
    ...BOTH,
    level: 'SHOULD',
    sentence:
      'Protocol Errors: Standard JSON-RPC errors for issues like: Malformed requests (requests that fail to satisfy CallToolRequest schema)',
    how: 'sends a call without the name of a tool',
  },
  'output-schema': {
    ...BOTH,
    level: 'MUST',
    sentence: 'Servers MUST provide structured results that conform to this schema.',
    how: 'calls up to 20 tools that have an output schema and that the execution policy considers read-only, with made-up arguments',
    since: '2025-06-18',
  },
  'list-order': {
    ...BOTH,
    era: 'modern',
    level: 'SHOULD',
    sentence: 'Servers SHOULD return tools in a deterministic order',
    how: 'asks for the list twice',
  },
  paging: {
    ...BOTH,
    level: 'SHOULD',
    page: 'server/utilities/pagination',
    sentence: 'Servers SHOULD provide stable cursors',
    how: 'if the list of tools has pages, follows the cursors to the end: each must be new, and no tool may be on two pages',
  },
  'invalid-cursor': {
    ...BOTH,
    level: 'SHOULD',
    page: 'server/utilities/pagination',
    sentence: 'Invalid cursors SHOULD result in an error with code -32602 (Invalid params).',
    how: 'if the list of tools has pages, asks for a page that does not exist',
  },
  'cache-hints': {
    ...BOTH,
    era: 'modern',
    level: 'MUST',
    page: 'server/utilities/caching',
    sentence:
      'Servers MUST include caching hints on results with `resultType: "complete"` … `server/discover` … `tools/list` … `prompts/list` … `resources/list`',
    how: 'checks `ttlMs` and `cacheScope` in `server/discover` and in every list',
  },
} as const satisfies Readonly<Record<string, Check>>;
