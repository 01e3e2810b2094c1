import { collectInputs } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { parsePolicy } from '../../features/policy/policy-file.ts';
import { toPolicyReport } from '../../features/policy/report.ts';
import { waiverWarnings } from '../../features/policy/waiver-warnings.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { POLICY_FORMATS } from '../../report/policy/formats.ts';
import { evaluate } from '../../rules/evaluate.ts';
import { readNow } from '../../time/clock.ts';
import { readDuration } from '../../time/duration.ts';
import { artifactReaders, factsOf } from '../artifact-options.ts';
import { warn, writeReport } from '../output.ts';
import type { SIMULATE_FLAGS } from './flags.ts';

/** `mcptest policy simulate`: loads, evaluates, reports. Spec (release gate): "The command". */
export async function policySimulate(
  options: OptionsOf<typeof SIMULATE_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const now = readNow(options.now, ports);
  const warnExpiring = readDuration('--warn-expiring', options.warnExpiring, '14d');
  const [policy, ...artifacts] = await collectInputs(
    () => parsePolicy(ports.files.readText(options.policy), options.policy),
    ...artifactReaders(options, ports.files),
  );

  const facts = factsOf(artifacts, now);
  const evaluation = evaluate(policy, new Map(facts.map((fact) => [fact.name, fact])), now);
  const report = toPolicyReport(policy, evaluation, facts, { now, warnExpiring }, artifacts);

  await writeReport(report, POLICY_FORMATS, options, ports);
  warn(
    [
      ...artifacts.flatMap(({ warnings }) => warnings),
      ...waiverWarnings(policy, evaluation, now, warnExpiring),
    ],
    ports,
  );
  return options.gate && evaluation.verdict === 'fail' ? EXIT.rejected : EXIT.accepted;
}
