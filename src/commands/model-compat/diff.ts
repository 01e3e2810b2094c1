import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { compareModels } from '../../features/compat/compare.ts';
import { NOTHING_EQUAL, parseEqual } from '../../features/compat/equal-file.ts';
import { errorsOf } from '../../features/compat/trial.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { COMPAT_FORMATS } from '../../report/compat/formats.ts';
import { writeArtifact } from '../artifact-output.ts';
import { warn } from '../output.ts';
import { readShare } from '../read-share.ts';
import type { DIFF_FLAGS } from './flags.ts';
import { type LoadOptions, loadTrials } from './load-trials.ts';
import { pairCases } from './pair-cases.ts';
import { recordingSources } from './recording-sources.ts';
import { readSuite } from './suite-verdicts.ts';
import { warnCopies } from './warn-copies.ts';

/**
 * Runs `mcptest model-compat diff`: read both sides, pair the cases, compare, report. No model is called.
 *
 * Spec (judging): "`mcptest model-compat diff`"
 */
export async function modelCompatDiff(
  options: OptionsOf<typeof DIFF_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const { files, sha256: digest } = ports;
  const alpha = readShare('--alpha', options.alpha, 0.05, [0.0001, 0.5]);
  if (options.suite !== undefined && options.verdictKey !== undefined) {
    const help = 'pass only one of them';
    throw new InputError({ message: '--suite and --verdict-key both say whether a run holds', help });
  }
  const suite = options.suite === undefined ? undefined : await readSuite(options.suite, files);
  const equivalence =
    options.equal === undefined ? NOTHING_EQUAL : parseEqual(files.readText(options.equal), options.equal);
  const load: LoadOptions = {
    files,
    digest,
    equivalence,
    caseKey: options.caseKey,
    verdictKey: options.verdictKey,
    caseNamed: suite?.caseNamed ?? ((name) => name),
    verdictOn: suite?.verdictOn ?? ((_, cassette) => errorsOf(cassette)),
  };
  const old = recordingSources('--baseline', options.baseline, files);
  const baseline = await loadTrials(old, load);
  const others = recordingSources('--candidate', options.candidate, files);
  const candidate = await loadTrials(others, load);
  const further = options.aa && recordingSources('--aa', options.aa, files);
  const again = further && (await loadTrials(further, load));
  const comparison = compareModels(pairCases(baseline, candidate, again, suite?.names ?? []), {
    alpha,
    compareText: options.compareText === true,
    verdicts: suite ? 'suite' : options.verdictKey === undefined ? 'errors' : 'recorded',
    digest,
  });
  await writeArtifact(comparison, COMPAT_FORMATS, options, ports);
  warn([...baseline.warnings, ...candidate.warnings, ...(again?.warnings ?? [])], ports);
  warn(warnCopies('--candidate', others, old, ports), ports);
  if (further) warn(warnCopies('--aa', further, old, ports), ports);
  const { fail, drift } = comparison.summary;
  const counted = options.failOn === 'drift' ? fail + drift : fail;
  return counted > 0 ? EXIT.rejected : EXIT.accepted;
}
