import { parseAst } from 'rolldown/parseAst';

/** A source file under test: its path below src/, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** How one module refers to another: for its types alone, for its values, or when the code runs. */
type ImportKind = 'type' | 'value' | 'lazy';

interface Import {
  readonly specifier: string;
  readonly kind: ImportKind;
}

/** What a layer may import: another layer, or only its types, or only on demand. */
type Permission = LayerName | `${LayerName} (types)` | `${LayerName} (lazy)`;

interface Layer {
  readonly files: RegExp;
  readonly may: readonly Permission[];
}

type LayerName =
  | 'foundation'
  | 'names'
  | 'artifacts'
  | 'facts'
  | 'rules'
  | 'assertions'
  | 'safety'
  | 'feature'
  | 'formats'
  | 'report'
  | 'live'
  | 'commands'
  | 'cli'
  | 'main'
  | 'node';

/**
 * The layers from the ground up. A file belongs to the first layer that its path matches, and imports its own
 * layer and those it lists, nothing else. `names` and `formats` are tables of data that layers on both sides
 * read: the artifact kinds, and the output formats, which a feature lists and `report/` implements without
 * importing the list. `safety` is the execution safety policy: it lies below the features, since what it knows of the
 * names of tools serves them all.
 */
const LAYERS: Readonly<Record<LayerName, Layer>> = {
  foundation: {
    files:
      /^(clip|decimal|diagnostic|errors|escape-terminal|exit-codes|nearest|own-property|ports|version|written-number)\.ts$|^time\//,
    may: [],
  },
  names: {
    files: /^artifacts\/(kinds|(.*\/)?model)\.ts$|^(gateway|exec-policy)\/model\.ts$/,
    may: ['foundation'],
  },
  artifacts: { files: /^artifacts\//, may: ['foundation', 'names'] },
  facts: { files: /^facts\//, may: ['foundation', 'names', 'artifacts (types)'] },
  rules: { files: /^rules\//, may: ['foundation', 'names', 'facts'] },
  assertions: { files: /^assertions\//, may: ['foundation', 'names'] },
  safety: {
    files: /^exec-policy\//,
    may: ['foundation', 'names', 'artifacts', 'assertions'],
  },
  formats: { files: /^[^/]+\/formats\.ts$/, may: ['feature (types)', 'report (lazy)', 'report (types)'] },
  feature: {
    files: /^(policy|scenario|gateway|evidence|probe)\//,
    may: ['foundation', 'names', 'artifacts', 'facts', 'rules', 'assertions', 'safety', 'formats'],
  },
  report: {
    files: /^report\//,
    may: ['foundation', 'names', 'artifacts (types)', 'facts', 'rules', 'assertions', 'safety', 'feature'],
  },
  live: { files: /^live\//, may: ['foundation', 'names', 'artifacts', 'safety', 'feature'] },
  commands: {
    files: /^commands\//,
    may: [
      'foundation',
      'names',
      'artifacts',
      'facts',
      'rules',
      'assertions',
      'safety',
      'feature',
      'formats',
      'report',
      'live (lazy)',
      'live (types)',
    ],
  },
  cli: {
    files: /^cli(-[a-z-]+)?\.ts$/,
    may: ['foundation', 'names', 'formats', 'commands (lazy)'],
  },
  main: { files: /^main\.ts$/, may: ['foundation', 'cli'] },
  node: { files: /^node\//, may: ['foundation', 'main'] },
};

/** Which files may import which package. A package that is not here has no place yet. */
const PACKAGES: Readonly<Record<string, RegExp>> = {
  commander: /^(cli(-[a-z-]+)?|main)\.ts$/,
  yaml: /^artifacts\/|-file\.ts$/,
  'zod/mini': /^artifacts\/|-(file|schema)\.ts$/,
  saxes: /^artifacts\//,
  picocolors: /^report\//,
  'fastest-levenshtein': /^nearest\.ts$/,
  minimatch: /^(assertions\/tool-pattern|artifacts\/cassette\/recording-files)\.ts$/,
  '@pydantic/genai-prices': /^scenario\/price-table\.ts$/,
  re2js: /^assertions\/regex\.ts$/,
  '@sigstore/bundle': /^evidence\/verify\/(bundle|bundle-verifier|log-entries)\.ts$/,
  '@sigstore/protobuf-specs': /^evidence\/verify\/(bundle-verifier|log-entries|trusted-root)\.ts$/,
  '@sigstore/tuf/seeds.json': /^evidence\/verify\/trusted-root\.ts$/,
  '@sigstore/verify': /^evidence\/verify\/bundle-verifier\.ts$/,
  'ajv/dist/2020.js': /^assertions\/json-schema\.ts$/,
  '@modelcontextprotocol/client': /^live\//,
  '@modelcontextprotocol/server': /^live\//,
  '@modelcontextprotocol/server/stdio': /^live\//,
};

/** Modules around an engine that is slow to load: everyone imports them when the first value wants them. */
const ON_DEMAND = /^(assertions\/(regex|json-schema)|scenario\/price-table|evidence\/verify\/sigstore)\.ts$/;

/** What reads the answers of git: it knows what an answer is, and the commands run the program. */
const READS_ANSWERS = /^evidence\/(git|source-from-git)\.ts$/;

/** What makes a result depend on more than its inputs. Each comes in through a port instead. */
const GLOBALS: readonly string[] = [
  'process',
  'console',
  'performance',
  'crypto',
  'globalThis',
  'Date.now',
  'Math.random',
  'new Date()',
];

/** Where the outside world may be touched. */
const OUTSIDE = /^(node|live)\//;

/** A file may be this long; a longer one has to say why. */
export const LONGEST_FILE = 250;

/** Everything in `files` that breaks the layering, one line each: file, what it does, what it may do. */
export function layeringFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const { imports, globals } = readModule(file);
    return [
      ...imports.flatMap((found) => importFault(file.path, found) ?? []),
      ...globals.filter(() => !OUTSIDE.test(file.path)).map((name) => `${file.path} uses ${name}`),
    ];
  });
}

function importFault(path: string, { specifier, kind }: Import): string | undefined {
  const from = layerOf(path);
  if (from === undefined) return `${path} belongs to no layer`;
  if (specifier.startsWith('node:')) {
    const allowed = OUTSIDE.test(path) || (specifier === 'node:crypto' && path.startsWith('evidence/'));
    return allowed ? undefined : `${path} imports ${specifier}`;
  }
  if (!specifier.startsWith('.')) {
    return PACKAGES[specifier]?.test(path) ? undefined : `${path} imports the package ${specifier}`;
  }
  const target = resolve(path, specifier);
  const to = layerOf(target);
  if (to === undefined) return `${path} imports ${target}, which belongs to no layer`;
  if (to === 'feature' && from === 'feature' && folderOf(path) !== folderOf(target)) {
    return `${path} imports ${target}: features never import each other`;
  }
  // what is judged comes in as values: opening files is for the readers and the commands
  if (from === 'feature' && target === 'ports.ts' && !(kind === 'type' && READS_ANSWERS.test(path))) {
    return `${path} imports ${target}: a feature opens no file`;
  }
  if (kind === 'value' && ON_DEMAND.test(target))
    return `${path} imports ${target}, which is loaded on demand`;
  const { may } = LAYERS[from];
  const permitted =
    from === to ||
    may.includes(to) ||
    (kind === 'type' && may.includes(`${to} (types)`)) ||
    (kind === 'lazy' && may.includes(`${to} (lazy)`));
  return permitted ? undefined : `${path} imports ${target} (${kind}): ${from} may import ${may.join(', ')}`;
}

function layerOf(path: string): LayerName | undefined {
  const names = Object.keys(LAYERS) as LayerName[];
  return names.find((name) => LAYERS[name].files.test(path));
}

function folderOf(path: string): string {
  return path.slice(0, path.indexOf('/'));
}

function resolve(path: string, specifier: string): string {
  return new URL(specifier, `file:///${path}`).pathname.slice(1);
}

/** Files longer than {@link LONGEST_FILE} lines without a reason, and reasons whose file is not that long. */
export function sizeFaults(
  files: readonly SourceFile[],
  reasons: Readonly<Record<string, string>>,
): string[] {
  const long = files.filter(({ text }) => text.split('\n').length - 1 > LONGEST_FILE).map(({ path }) => path);
  return [
    ...long
      .filter((path) => !Object.hasOwn(reasons, path))
      .map((path) => `${path} is longer than ${LONGEST_FILE} lines; split it, or give the reason`),
    ...Object.keys(reasons)
      .filter((path) => !long.includes(path))
      .map((path) => `${path} is on the list of long files, and is none`),
  ];
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function readModule({ text }: SourceFile): { imports: Import[]; globals: string[] } {
  const imports: Import[] = [];
  const globals = new Set<string>();
  visit(parseAst(text, { lang: 'ts' }) as unknown as Node, (node, parent, key) => {
    const found = importOf(node);
    if (found) imports.push(found);
    const used = globalOf(node, parent, key);
    if (used && GLOBALS.includes(used)) globals.add(used);
  });
  return { imports, globals: [...globals] };
}

function importOf(node: Node): Import | undefined {
  const specifier = (node.source as { value?: string } | null)?.value;
  if (specifier === undefined) return undefined;
  if (node.type === 'ImportExpression') return { specifier, kind: 'lazy' };
  if (node.importKind === 'type' || node.exportKind === 'type') return { specifier, kind: 'type' };
  const specifiers = (node.specifiers ?? []) as Node[];
  const allTypes =
    specifiers.length > 0 &&
    specifiers.every((one) => one.importKind === 'type' || one.exportKind === 'type');
  return { specifier, kind: allTypes ? 'type' : 'value' };
}

/** `process`, `Date.now`, `new Date()`: what a node names outside its module, if it is a name at all. */
function globalOf(node: Node, parent: Node | undefined, key: string): string | undefined {
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    const isClock = nameOf(node.callee) === 'Date' && (node.arguments as unknown[]).length === 0;
    return isClock ? 'new Date()' : undefined;
  }
  if (node.type === 'MemberExpression' && !node.computed) {
    return `${nameOf(node.object)}.${nameOf(node.property)}`;
  }
  // the names of members and keys are no references
  if (parent?.type === 'MemberExpression' && key === 'property' && !parent.computed) return undefined;
  if (parent?.type.endsWith('Property') && key === 'key' && !parent.shorthand) return undefined;
  if (parent?.type.startsWith('TSProperty') || parent?.type.startsWith('TSMethod')) return undefined;
  return nameOf(node);
}

function nameOf(node: unknown): string | undefined {
  const { type, name } = node as Node;
  return type === 'Identifier' ? (name as string) : undefined;
}

function visit(
  node: Node,
  see: (node: Node, parent: Node | undefined, key: string) => void,
  parent?: Node,
  at = '',
): void {
  see(node, parent, at);
  for (const [key, value] of Object.entries(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (typeof child === 'object' && child !== null && 'type' in child) visit(child, see, node, key);
    }
  }
}
