import { parseAst } from 'rolldown/parseAst';
import { LAYERS, type LayerName, ON_DEMAND, OUTSIDE, PACKAGES, READS_ANSWERS } from '../../scripts/layout.ts';

/** A source file under test: its path below src/, and its text. */
export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

/** How one module refers to another: for its types only, for its values, or on demand when the code runs. */
type ImportKind = 'type' | 'value' | 'lazy';

interface Import {
  readonly specifier: string;
  readonly kind: ImportKind;
}

/** Names that make a result depend on more than its inputs. Each must come in through a port. */
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

/** The longest file; a longer one must state a reason. */
export const LONGEST_FILE = 250;

/** Returns everything in `files` that breaks the layering, one line each: the file, what it does, what it may do. */
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
    const allowed =
      OUTSIDE.test(path) || (specifier === 'node:crypto' && path.startsWith('features/evidence/'));
    return allowed ? undefined : `${path} imports ${specifier}`;
  }
  if (!specifier.startsWith('.')) {
    return PACKAGES[specifier]?.test(path) ? undefined : `${path} imports the package ${specifier}`;
  }
  const target = resolve(path, specifier);
  const to = layerOf(target);
  if (to === undefined) return `${path} imports ${target}, which belongs to no layer`;
  if (to === 'features' && from === 'features' && featureOf(path) !== featureOf(target)) {
    return `${path} imports ${target}: features never import each other`;
  }
  // judges get values: only readers and commands open files
  if (from === 'features' && target === 'ports.ts' && !(kind === 'type' && READS_ANSWERS.test(path))) {
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

/** Returns the feature of a path below `features/`. */
function featureOf(path: string): string | undefined {
  return path.split('/')[1];
}

function resolve(path: string, specifier: string): string {
  return new URL(specifier, `file:///${path}`).pathname.slice(1);
}

/** Returns circular imports, one line each, including imports of types. */
export function circleFaults(files: readonly SourceFile[]): string[] {
  return circlesIn(new Map(files.map((file) => [file.path, targetsOf(file)])), 'a circle of imports');
}

/**
 * Returns circular imports between the folders of a feature, the files next to them counting as one more folder, and between
 * the folders and files of the foundation, one line each.
 */
export function folderCircleFaults(files: readonly SourceFile[]): string[] {
  const arrows = new Map<string, Set<string>>();
  for (const file of files) {
    const from = partOf(file.path);
    if (from === undefined) continue;
    const to = arrows.get(from.part) ?? new Set();
    for (const target of targetsOf(file).map(partOf)) {
      if (target?.whole === from.whole && target.part !== from.part) to.add(target.part);
    }
    arrows.set(from.part, to);
  }
  return circlesIn(arrows, 'a circle of folders');
}

/** Returns the feature or the layer whose parts must not be in a circle, and the part that a file belongs to. */
function partOf(path: string): { readonly whole: string; readonly part: string } | undefined {
  const layer = layerOf(path);
  if (layer === 'features')
    return { whole: `features/${featureOf(path)}`, part: path.slice(0, path.lastIndexOf('/')) };
  return layer === 'foundation' ? { whole: layer, part: path.replace(/\/.*/, '') } : undefined;
}

function targetsOf(file: SourceFile): string[] {
  return readModule(file)
    .imports.filter(({ specifier }) => specifier.startsWith('.'))
    .map(({ specifier }) => resolve(file.path, specifier));
}

function circlesIn(arrows: ReadonlyMap<string, Iterable<string>>, name: string): string[] {
  const done = new Set<string>();
  const faults: string[] = [];
  const walk = (place: string, trail: readonly string[]): void => {
    if (trail.includes(place)) {
      faults.push(`${name}: ${[...trail.slice(trail.indexOf(place)), place].join(' -> ')}`);
      return;
    }
    if (done.has(place)) return;
    for (const target of arrows.get(place) ?? []) walk(target, [...trail, place]);
    done.add(place);
  };
  for (const place of arrows.keys()) walk(place, []);
  return faults;
}

/** Returns layers that may import a layer that is not before them in the table, one line each. */
export function orderFaults(): string[] {
  const names = Object.keys(LAYERS) as LayerName[];
  return names.flatMap((name, index) =>
    LAYERS[name].may
      .filter((permission) => names.indexOf(permission.split(' ')[0] as LayerName) >= index)
      .map((permission) => `${name} may import ${permission}, which stands above it`),
  );
}

/**
 * Returns files longer than {@link LONGEST_FILE} lines without a reason, and reasons whose file is not that long, one
 * line each.
 */
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

/** Returns the global that a node names, if it names one: `process`, `Date.now`, `new Date()`. */
function globalOf(node: Node, parent: Node | undefined, key: string): string | undefined {
  if (node.type === 'NewExpression' || node.type === 'CallExpression') {
    const isClock = nameOf(node.callee) === 'Date' && (node.arguments as unknown[]).length === 0;
    return isClock ? 'new Date()' : undefined;
  }
  if (node.type === 'MemberExpression' && !node.computed) {
    return `${nameOf(node.object)}.${nameOf(node.property)}`;
  }
  // the names of members and keys are not references
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
