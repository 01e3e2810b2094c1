/**
 * The layout of src/, defined once: the layers from the ground up, what each may import, and which chunk of the build
 * contains its code. `test/architecture.test.ts` checks the code against it, and `scripts/build.ts` cuts the chunks
 * by it. All patterns match paths below src/.
 */

/** What a layer may import: another layer, only its types, or only on demand. */
export type Permission = LayerName | `${LayerName} (types)` | `${LayerName} (lazy)`;

/** A part of src/ whose files may import the same layers. */
export interface Layer {
  readonly files: RegExp;
  readonly may: readonly Permission[];
}

/** The layers, by name. */
export type LayerName =
  | 'foundation'
  | 'documents'
  | 'assertions'
  | 'mcp'
  | 'names'
  | 'artifacts'
  | 'facts'
  | 'rules'
  | 'exec-policy'
  | 'inspection'
  | 'arguments'
  | 'findings'
  | 'statistics'
  | 'features'
  | 'live'
  | 'report'
  | 'formats'
  | 'flags'
  | 'commands'
  | 'cli'
  | 'main'
  | 'node'
  | 'vitest';

/**
 * The layers from the ground up. A layer lists only layers before it, so no import points up. A file belongs to the
 * first layer that matches its path. `names`, `formats` and `flags` are tables of data that layers on both sides
 * read: the kinds and models of artifacts; the output formats, which `report/` implements without importing the list;
 * and the flags of each command, from which the command line declares them and the command gets its options.
 */
export const LAYERS: Readonly<Record<LayerName, Layer>> = {
  foundation: {
    files:
      /^(command-tree|diagnostic|errors|exit-codes|files-port|flags|glob|ports|table-port|version)\.ts$|^(text|values|net|time)\//,
    may: [],
  },
  documents: { files: /^documents\//, may: ['foundation'] },
  assertions: { files: /^assertions\//, may: ['foundation'] },
  mcp: { files: /^mcp\//, may: ['foundation', 'documents', 'assertions'] },
  names: { files: /^artifacts\/(kinds|(.*\/)?model)\.ts$|^exec-policy\/model\.ts$/, may: ['foundation'] },
  artifacts: { files: /^artifacts\//, may: ['foundation', 'documents', 'assertions', 'mcp', 'names'] },
  facts: { files: /^facts\//, may: ['foundation', 'names', 'artifacts (types)'] },
  rules: { files: /^rules\//, may: ['foundation', 'names', 'facts'] },
  'exec-policy': {
    files: /^exec-policy\//,
    may: ['foundation', 'documents', 'assertions', 'mcp', 'names', 'artifacts'],
  },
  inspection: { files: /^inspection\//, may: ['foundation', 'names', 'exec-policy'] },
  arguments: {
    files: /^arguments\//,
    may: ['foundation', 'assertions', 'mcp', 'names', 'artifacts', 'exec-policy'],
  },
  findings: { files: /^findings\//, may: ['foundation', 'documents'] },
  statistics: { files: /^statistics\//, may: ['foundation'] },
  features: {
    files: /^features\//,
    may: [
      'foundation',
      'documents',
      'assertions',
      'mcp',
      'names',
      'artifacts',
      'facts',
      'rules',
      'exec-policy',
      'inspection',
      'arguments',
      'findings',
      'statistics',
    ],
  },
  live: { files: /^live\//, may: ['foundation', 'mcp'] },
  report: {
    files: /^report\/(?![^/]+\/formats\.ts$)/,
    may: [
      'foundation',
      'documents',
      'assertions',
      'mcp',
      'names',
      'artifacts (types)',
      'facts',
      'rules',
      'exec-policy',
      'inspection',
      'findings',
      'features',
    ],
  },
  formats: {
    files: /^report\/[^/]+\/formats\.ts$/,
    may: [
      'documents (lazy)',
      'artifacts (lazy)',
      'artifacts (types)',
      'exec-policy (types)',
      'features (types)',
      'report (lazy)',
      'report (types)',
    ],
  },
  flags: {
    files: /^commands\/([^/]+\/)?((enforce|serve)-)?flags\.ts$/,
    may: ['foundation', 'names', 'features (types)', 'formats'],
  },
  commands: {
    files: /^commands\//,
    may: [
      'foundation',
      'documents',
      'assertions',
      'mcp',
      'names',
      'artifacts',
      'facts',
      'rules',
      'exec-policy',
      'inspection',
      'arguments',
      'findings',
      'features',
      'live (lazy)',
      'live (types)',
      'formats',
      'flags',
      'report',
    ],
  },
  cli: { files: /^cli\//, may: ['foundation', 'flags', 'commands (lazy)'] },
  main: { files: /^main\.ts$/, may: ['foundation', 'cli'] },
  node: { files: /^node\//, may: ['foundation', 'main', 'commands (lazy)'] },
  // a library beside the program: tests in Vitest with the judges of suites
  vitest: { files: /^vitest\//, may: ['foundation', 'mcp', 'names', 'inspection', 'features', 'live'] },
};

/** Where the outside world may be touched. */
export const OUTSIDE = /^(node|live|vitest)\//;

/** The files that may import each package. A package that is not listed may not be imported. */
export const PACKAGES: Readonly<Record<string, RegExp>> = {
  commander: /^cli\/|^main\.ts$/,
  yaml: /^documents\/yaml(-\w+)?\.ts$/,
  'zod/mini': /^(artifacts|documents|findings)\/|-(file|schema)\.ts$/,
  saxes: /^artifacts\//,
  picocolors: /^report\//,
  'fastest-levenshtein': /^text\/nearest\.ts$/,
  jstat: /^statistics\/interval\.ts$/,
  minimatch: /^(assertions\/tool-pattern|glob)\.ts$/,
  '@isaacs/nonrecursive-glob-match': /^assertions\/tool-pattern\.ts$/,
  '@pydantic/genai-prices': /^features\/scenario\/cost\/price-table\.ts$/,
  re2js: /^assertions\/regex\.ts$/,
  yauzl: /^node\/archive\.ts$/,
  '@duckdb/node-api': /^node\/(duckdb-table|tables)\.ts$/,
  hyparquet: /^node\/(parquet-table|tables)\.ts$/,
  fzstd: /^node\/unzstd\.ts$/,
  '@sigstore/bundle':
    /^features\/evidence\/(signature\/bundle|verify\/(verify-bundle|verify-entity|log-entries))\.ts$/,
  '@sigstore/protobuf-specs': /^features\/evidence\/verify\/(verify-bundle|log-entries|trusted-root)\.ts$/,
  '@sigstore/tuf/seeds.json': /^features\/evidence\/verify\/trusted-root\.ts$/,
  '@sigstore/verify': /^features\/evidence\/verify\/(verify-bundle|verify-entity|trusted-root)\.ts$/,
  'ajv/dist/2020.js': /^assertions\/(json-schema|(flat|compared)-keywords)\.ts$/,
  vitest: /^vitest\//,
  '@modelcontextprotocol/client': /^live\//,
  '@modelcontextprotocol/server': /^live\//,
  '@modelcontextprotocol/server/stdio': /^live\//,
};

/** Modules around an engine that is slow to load: callers import them when the first value needs them. */
export const ON_DEMAND =
  /^(assertions\/(regex|json-schema)|features\/scenario\/cost\/price-table|features\/evidence\/(signature\/bundle|verify\/sigstore))\.ts$/;

/** The module that reads the answers of git. It knows the format of an answer; the commands run the program. */
export const READS_ANSWERS = /^features\/evidence\/emit\/(git|source-from-git)\.ts$/;

/**
 * The chunks that several commands share. The bundler gives code that only some commands need, such as the recordings
 * of agents, chunks of its own, so it does not slow down the others.
 */
export const CHUNKS = {
  /** Loaded at every start: the foundation, and the tables and the library for the command line. */
  base: {
    files:
      /^(diagnostic|errors|exit-codes|files-port|flags|glob|ports|table-port|version)\.ts$|^text\/(?!tone)|^values\/(?!recent-map)|^cli\/(command|help|parse-flag)\.ts$|^commands\/flags\.ts$|^artifacts\/kinds\.ts$|^report\/[^/]+\/formats\.ts$/,
    packages: ['commander', 'fastest-levenshtein'],
  },
  /** Reading files that people write: all that a hook shares with the other commands. */
  documents: {
    files:
      /^documents\/(authored|described|json(-(fault|number|places|scan|string))?|key-shapes|public-part|read-json|source-document|validate|yaml)\.ts$|^time\/(clock|duration|instant)\.ts$|^assertions\/fold-case\.ts$/,
    packages: ['zod', 'yaml'],
  },
  /** Shared by nearly all commands. */
  shared: {
    files:
      /^documents\/(?!canonical-json|json-lines|part-of|yaml-)|^artifacts\/(kinds|load|json-artifact|(judge-cert|model-compat)\/.*)\.ts$|^(facts|rules|time|features\/policy|report\/policy(?!\/html)|findings)\/|^text\/tone\.ts$|^report\/[^/]+\.ts$|^commands\/(?!flags)[^/]+\.ts$/,
    packages: [],
  },
  /** What `gateway hook` needs, for which an agent waits before each call. Other commands of the gateway use it, too. */
  enforce: {
    files:
      /^cli\/gateway(-\w+)?\.ts$|^(inspection|net|features\/gateway\/(rules|enforce\/hooks))\/|^features\/gateway\/(rule-file\/(rule-set-(file|schema|faults)|context-help)|decide\/explain|enforce\/(decider|denial|denies-always|audit-entry))\.ts$|^artifacts\/audit-log\/(model|write|fault-record)\.ts$/,
    packages: [],
  },
  /** Shared by the other commands of the gateway, and used by no other. */
  gateway: {
    files:
      /^cli\/gateway(-\w+)?\.ts$|^(features\/gateway|inspection|net|report\/gateway|artifacts\/audit-log)\/|^values\/recent-map\.ts$/,
    packages: [],
  },
} as const satisfies Record<string, { files: RegExp; packages: readonly string[] }>;

/** Code that must not be in a chunk that nearly all commands load. */
export const ONE_FEATURE = {
  files:
    /^(features\/(?!policy)|exec-policy\/(?!model\.)|inspection|arguments|statistics|live|mcp)\/?|^report\/(?!policy|[^/]+\.ts|[^/]+\/formats\.ts)|^artifacts\/(audit-log|cassette|labels|tool-catalog)\/(?!model\.)/,
  packages: ['@sigstore', 're2js', 'ajv', 'saxes', 'jstat'],
} as const;
