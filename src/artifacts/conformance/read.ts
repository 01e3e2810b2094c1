import type { Diagnostic } from '../../diagnostic.ts';
import { parseJson } from '../../documents/json.ts';
import type { Reading } from '../../documents/reading.ts';
import { InputError } from '../../errors.ts';
import type { FilesPort, FolderListing } from '../../ports.ts';
import { append } from '../../values/append.ts';
import { readJsonArtifact } from '../json-artifact.ts';
import { canonicalFormat } from './canonical.ts';
import type { Conformance } from './model.ts';
import { addUp, officialFormat } from './official.ts';

const KIND = 'conformance-report';

/** The official suite writes one folder per scenario, with the checks in a file of this name. */
const OFFICIAL_FILE = 'checks.json';

/**
 * Reads a conformance report, or the results of the official suite: one `checks.json`, or a folder, in which it adds up
 * every `checks.json` at any depth.
 * @throws InputError when a file is in none of these formats or contradicts itself, or the folder contains no results
 */
export function readConformance(path: string, files: FilesPort): Reading<Conformance> {
  const listing = files.listFolder(path);
  if (listing) return readFolder(path, listing, files);
  return readJsonArtifact(KIND, parseJson(files.readText(path), path), [canonicalFormat, officialFormat]);
}

function readFolder(folder: string, listing: FolderListing, files: FilesPort): Reading<Conformance> {
  const paths = listing.files.filter((path) => path.slice(path.lastIndexOf('/') + 1) === OFFICIAL_FILE);
  if (paths.length === 0) {
    throw new InputError({
      file: folder,
      message: `contains no \`${OFFICIAL_FILE}\`: nothing was checked`,
      help: 'pass the folder that you gave the conformance suite with `-o`',
    });
  }
  const scenarios: Conformance[] = [];
  const problems: Diagnostic[] = crashedScenarios(listing, paths);
  for (const path of paths) {
    try {
      const document = parseJson(files.readText(path), path);
      scenarios.push(readJsonArtifact(KIND, document, [officialFormat]).value);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      append(problems, error.diagnostics);
    }
  }
  if (problems.length > 0) throw new InputError(problems);
  return { value: addUp(scenarios), format: officialFormat.name, warnings: repeatedScenarios(folder, paths) };
}

/** Finds scenarios that crashed: the suite creates the folder first, so a crash leaves it without results. */
function crashedScenarios({ folders }: FolderListing, paths: readonly string[]): Diagnostic[] {
  const parents = new Set([...folders, ...paths].map((path) => path.slice(0, path.lastIndexOf('/'))));
  return folders
    .filter((folder) => !parents.has(folder))
    .map((folder) => ({
      file: folder,
      message: `contains no \`${OFFICIAL_FILE}\`: the scenario did not finish`,
      help: 'find out why it crashed, or remove the folder',
    }));
}

/** Warns about results of earlier runs, which count too: the suite never clears its folder. */
function repeatedScenarios(folder: string, paths: readonly string[]): Diagnostic[] {
  const times = new Map<string, number>();
  for (const path of paths) {
    const scenario = scenarioOf(path);
    times.set(scenario, (times.get(scenario) ?? 0) + 1);
  }
  return [...times]
    .filter(([, count]) => count > 1)
    .map(([scenario, count]) => ({
      file: folder,
      message: `contains ${count} results of \`${scenario}\`, and all of them count`,
      help: 'have the suite write to an empty folder',
    }));
}

/** Returns `results/server-ping` for `results/server-ping-2026-05-01T10-00-00-000Z/checks.json`. */
function scenarioOf(path: string): string {
  const folder = path.slice(0, -OFFICIAL_FILE.length - 1);
  return folder.replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, '');
}
