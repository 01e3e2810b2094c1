import { readLabels } from '../../artifacts/labels/read.ts';
import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { type CertifyOptions, certify, unusable } from '../../features/judge/certify.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { CERTIFY_FORMATS } from '../../report/judge/formats.ts';
import { readNow } from '../../time/clock.ts';
import { readDuration } from '../../time/duration.ts';
import { type Instant, isInstant } from '../../time/instant.ts';
import { writeArtifact } from '../artifact-output.ts';
import { readShare } from '../read-share.ts';
import type { CERTIFY_FLAGS } from './flags.ts';
import { readItemKey } from './item-key.ts';

/**
 * Runs `mcptest judge certify`: read the labels, certify, report. No model is called.
 *
 * Spec (judging): "`mcptest judge certify`"
 */
export async function judgeCertify(
  options: OptionsOf<typeof CERTIFY_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const chosen = readOptions(options, ports);
  const itemKey = readItemKey(options.itemKey);
  const labels = readLabels(options.labels, ports.files, { wants: ['confidence', 'correct'], itemKey });
  const reason = unusable(labels);
  if (reason) throw new InputError({ file: options.labels, ...reason });
  const certificate = certify(labels, chosen);
  await writeArtifact(certificate, CERTIFY_FORMATS, options, ports);
  return certificate.certified ? EXIT.accepted : EXIT.rejected;
}

function readOptions(options: OptionsOf<typeof CERTIFY_FLAGS>, ports: Ports): CertifyOptions {
  const { judgeModel: model, promptFile, bins = 10, binning = 'width', minSamples = 200 } = options;
  const now = readNow(options.now, ports);
  return {
    model,
    bins,
    binning,
    minSamples,
    maxEce: readShare('--max-ece', options.maxEce, 0.1),
    maxBrier: readShare('--max-brier', options.maxBrier, 0.25),
    confidence: readShare('--confidence', options.confidence, 0.95, [0.5, 0.9999]),
    chance: readShare('--chance', options.chance, 0.5),
    allowOrderBias: options.allowOrderBias === true,
    promptSha256: promptFile === undefined ? undefined : ports.files.readHashed(promptFile).sha256,
    now,
    until: endOf(now, options.validFor),
  };
}

function endOf(now: Instant, validFor: string | undefined): Instant {
  const duration = readDuration('--valid-for', validFor, '90d');
  const until = now + duration;
  if (duration > 0 && isInstant(until)) return until;
  throw new InputError({
    message: `--valid-for must be more than nothing and end before the year 10000, found \`${validFor}\``,
    help: 'write it like 90d',
  });
}
