import type { Cassette } from '../../artifacts/cassette/model.ts';
import { splitReference } from '../../artifacts/cassette/recordings/reference.ts';
import { InputError } from '../../errors.ts';
import { caseOfPath } from '../../features/compat/case-name.ts';
import type { Verdict } from '../../features/compat/trial.ts';
import { pricesOf } from '../../features/scenario/cost/prices.ts';
import { judgeRun } from '../../features/scenario/judge/judge.ts';
import type { Scenario } from '../../features/scenario/suite/scenario.ts';
import { parseSuite } from '../../features/scenario/suite/suite-file.ts';
import type { FilesPort } from '../../ports.ts';
import { clip, quote } from '../../text/clip.ts';
import { someOf } from '../../text/some-of.ts';

/** Judges runs by the scenarios of a suite. */
export interface SuiteVerdicts {
  readonly names: readonly string[];
  readonly caseNamed: (name: string, reference: string) => string;
  readonly verdictOn: (name: string, cassette: Cassette) => Promise<Verdict>;
}

/**
 * Reads the suite of `--suite`. A case belongs to the scenario with its name, else to the one that names a recording of
 * this case.
 * @throws InputError when the suite is malformed
 */
export async function readSuite(file: string, files: FilesPort): Promise<SuiteVerdicts> {
  const suite = await parseSuite(files.readText(file), file);
  const scenarios = new Map(suite.scenarios.map((scenario) => [scenario.name, scenario]));
  const costOf = pricesOf(suite, undefined);
  return {
    names: [...scenarios.keys()],
    caseNamed: (name, reference) => scenarioOf(name, suite.scenarios, file, reference).name,
    verdictOn: async (name, cassette) => {
      const judged = judgeRun(scenarios.get(name) as Scenario, cassette, await costOf(cassette));
      return judged.failedBy.map((reason) => reason.replaceAll('_', ' '));
    },
  };
}

function scenarioOf(name: string, scenarios: readonly Scenario[], suite: string, file: string): Scenario {
  const named = scenarios.find((scenario) => scenario.name === name);
  if (named) return named;
  // a case is named below the folder that was given, and a suite names recordings by their whole paths
  const isOf = (path: string) => path === name || path.endsWith(`/${name}`);
  const recorded = scenarios.filter(({ cassettes }) => cassettes.some((each) => isOf(caseOf(each))));
  const [only, second] = recorded;
  if (only && !second) return only;
  throw new InputError({
    file,
    message: `is the case ${quote(name)}, which ${second ? 'several scenarios' : 'no scenario'} of \`${clip(suite)}\` ${second ? 'name' : 'names'}`,
    help: `name the recording after its scenario: ${someOf(scenarios, 5, (each) => quote(each.name))}`,
  });
}

function caseOf(cassette: string): string {
  return caseOfPath(splitReference(cassette).path);
}
