import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

/** The texts of the spec, as notes name them: what each describes, in the order of the index. */
export const SPEC_TEXTS: Readonly<Record<string, string>> = {
  'release gate': 'policies for a release, and the facts they use',
  'scenario worlds': 'hidden worlds, and the runs of agents in them',
  'tool-call policies': 'rules for single calls of tools, and their backtest',
  'run evidence': 'artifacts about a run that others can verify',
  'execution safety': 'which tools may be called during tests',
  recordings: 'recordings and logs of other tools',
  artifacts: 'the files that mcptest reads and writes',
  'suites and recording': 'tests of live servers, and tapes of their sessions',
  enforcement: 'rules where agents call tools: hook, proxy, approvals',
  scanning: 'security scans and protocol conformance',
  judging: 'certificates of judges, and comparisons of models',
  reports: 'pages for people, the whole loop, and the package',
  scale: 'logs beyond one machine',
};

/** A heading of the spec that code refers to. */
export interface SpecHeading {
  readonly text: string;
  readonly heading: string;
  /** Paths below src/, sorted. */
  readonly files: readonly string[];
}

/** `Spec (run evidence): "Emitting an artifact"`, with further headings after commas or `and`. */
const NOTE = /\bSpec \(([^)]*)\):((?:\s*(?:,|and)?\s*"[^"]*")*)/g;

/**
 * Returns the headings that the notes in source files name, by text of the spec, then by heading.
 * @param sources the path below src/ and the text of each file
 * @throws if a note names an unknown text, or no heading
 */
export function specHeadings(sources: Iterable<readonly [path: string, text: string]>): SpecHeading[] {
  const files = new Map<string, Set<string>>();
  for (const [path, source] of sources) {
    // a comment may break anywhere between words
    const flat = source.replace(/\s*\n\s*(?:\*|\/\/)(?!\/) */g, ' ');
    for (const [note, text = '', quoted = ''] of flat.matchAll(NOTE)) {
      const headings = [...quoted.matchAll(/"([^"]*)"/g)].map(([, heading = '']) => heading);
      if (!Object.hasOwn(SPEC_TEXTS, text) || headings.length === 0) {
        throw new Error(
          `${path}: \`${note}\` must name one of ${Object.keys(SPEC_TEXTS).join(', ')} and a heading`,
        );
      }
      for (const heading of headings) {
        const key = JSON.stringify([text, heading]);
        files.set(key, (files.get(key) ?? new Set()).add(path));
      }
    }
  }
  const order = Object.keys(SPEC_TEXTS);
  return [...files]
    .map(([key, paths]) => {
      const [text, heading] = JSON.parse(key) as [string, string];
      return { text, heading, files: [...paths].sort() };
    })
    .sort(
      (a, b) =>
        order.indexOf(a.text) - order.indexOf(b.text) || (plain(a.heading) < plain(b.heading) ? -1 : 1),
    );
}

/** Reads every source file of src/, as its path below src/ and its text. */
export function* sourceFiles(root: string): Generator<[path: string, text: string]> {
  const src = join(root, 'src');
  for (const name of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    if (name.endsWith('.ts')) yield [name.replaceAll(sep, '/'), readFileSync(join(src, name), 'utf8')];
  }
}

function plain(heading: string): string {
  return heading.replaceAll('`', '').toLowerCase();
}
