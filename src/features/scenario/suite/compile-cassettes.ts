import { splitReference } from '../../../artifacts/cassette/recordings/reference.ts';
import type { ValuePath } from '../../../diagnostic.ts';
import type { Compiler } from './compiler.ts';
import type { ScenarioEntry } from './suite-schema.ts';

/** The references to recordings, as written. */
export function compileCassettes(
  written: ScenarioEntry['cassette'],
  at: ValuePath,
  compiler: Compiler,
): readonly string[] {
  const cassettes = typeof written === 'string' ? [written] : written;
  for (const [index, reference] of cassettes.entries()) {
    refuseOutside(reference, typeof written === 'string' ? at : [...at, index], compiler);
  }
  return cassettes;
}

/** A suite may come from a stranger, so it may read cassettes only in its own folder or the one that the user names. */
function refuseOutside(reference: string, path: ValuePath, compiler: Compiler): void {
  const { path: file } = splitReference(reference);
  const steps = file.split(/[\\/]/);
  const keep = 'keep recordings in the folder of the suite, or name their folder with --cassette-dir';
  if (/^([\\/]|[A-Za-z]:)/.test(file)) {
    compiler.fault(path, `\`${reference}\` is an absolute path`, keep);
  } else if (leadsOut(steps)) {
    compiler.fault(path, `\`${reference}\` leads out of the folder of the suite`, keep);
  } else if (steps.includes('..')) {
    // after a link, `..` leads to another folder than it seems
    compiler.fault(
      path,
      `\`${reference}\` contains \`..\`, which is not allowed in the path of a recording`,
      'write the path without `..`',
    );
  }
}

function leadsOut(steps: readonly string[]): boolean {
  let depth = 0;
  for (const step of steps) {
    if (step === '..') depth--;
    else if (step !== '' && step !== '.') depth++;
    if (depth < 0) return true;
  }
  return false;
}
