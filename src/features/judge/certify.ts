import type { Certificate } from '../../artifacts/judge-cert/schema.ts';
import type { Labels } from '../../artifacts/labels/model.ts';
import { RESAMPLES } from '../../statistics/bootstrap.ts';
import { wilsonLower } from '../../statistics/interval.ts';
import { SeededRandom } from '../../statistics/random.ts';
import { formatInstant, type Instant } from '../../time/instant.ts';
import { present } from '../../values/own-property.ts';
import { BIN_CONVENTION, type Binning, toBins } from './bins.ts';
import { boundsOf } from './bounds.ts';
import { type Calibration, calibrationOf } from './calibration.ts';
import { sortedConfidences, toCalibrationRows, toCells } from './cells.ts';
import { type CheckResult, checksOf } from './checks.ts';
import { groupsOf } from './groups.ts';
import { moreLabels } from './more-labels.ts';

export type { Certificate };

/** Of the items with two orders, at least this share must have the same verdict in both. */
const LEAST_CONSISTENT = 0.8;

/** Fewer items than this say nothing, whatever the thresholds are. */
const FEWEST_ITEMS = 20;

/** What a judge is certified by. */
export interface CertifyOptions {
  readonly model: string;
  readonly promptSha256: string | undefined;
  readonly bins: number;
  readonly binning: Binning;
  readonly maxEce: number;
  readonly maxBrier: number;
  readonly minSamples: number;
  /** One-sided, of all bounds. */
  readonly confidence: number;
  readonly chance: number;
  readonly allowOrderBias: boolean;
  readonly now: Instant;
  readonly until: Instant;
}

/** Why no certificate can say anything about some labels; undefined when one can. */
export function unusable({ items, others = [] }: Labels): { message: string; help: string } | undefined {
  if (items.length < FEWEST_ITEMS) {
    return {
      message: `has ${items.length === 1 ? '1 item' : `${items.length} items`}: at least ${FEWEST_ITEMS} are needed`,
      help: 'label more items; the two orders of one item count once',
    };
  }
  const first = items[0]?.correct;
  if ([items, others].every((rows) => rows.every(({ correct }) => correct === first))) {
    return {
      message: `every verdict is ${first ? 'right' : 'wrong'}: a file of one class cannot show that confidences mean anything`,
      help: 'label items on which the judge is right and items on which it is wrong',
    };
  }
  return undefined;
}

/**
 * Certifies a judge, or says why not. Pure, and the same labels give the same certificate: the bootstrap is seeded from
 * the digest of the file.
 *
 * Spec (judging): "Settled"
 */
export function certify(labels: Labels, options: CertifyOptions): Certificate {
  const { items, orders } = labels;
  const rows = toCalibrationRows(labels);
  const sorted = sortedConfidences(rows);
  const bins = toBins(sorted, options.binning, options.bins);
  const found = calibrationOf(rows, bins);
  const drawn = boundsOf(
    toCells(rows, sorted, bins),
    bins.ends.length,
    options.confidence,
    new SeededRandom(labels.sha256),
  );
  // a bound below the figure would be none
  const eceUpper = Math.max(found.ece, drawn.eceUpper);
  const brierUpper = Math.max(found.brier, drawn.brierUpper);
  const accuracyLower = wilsonLower(found.accuracy * items.length, items.length, options.confidence);
  const consistency = orders && consistencyOf(labels);
  const measured = { ...found, items: items.length, eceUpper, brierUpper, noiseFloor: drawn.noiseFloor };
  const metrics = present({
    ece: found.ece,
    ece_upper: eceUpper,
    noise_floor: drawn.noiseFloor,
    ece_l2: found.eceL2,
    ece_max: found.eceMax,
    brier: found.brier,
    brier_upper: brierUpper,
    brier_skill: found.brierSkill,
    accuracy: found.accuracy,
    accuracy_lower: accuracyLower,
    order_consistency: consistency,
    samples: items.length,
  });
  const thresholds = present({
    ece: options.maxEce,
    brier: options.maxBrier,
    min_samples: options.minSamples,
    chance: options.chance,
    confidence: options.confidence,
    order_consistency: consistency === undefined || options.allowOrderBias ? undefined : LEAST_CONSISTENT,
  });
  const checks = checksOf(metrics, thresholds);
  const failed = checks.filter(({ passed }) => !passed);
  const more = failed.length === 0 ? undefined : moreLabels(failed, measured, options.confidence);
  return {
    schema_version: 'mcptest.dev/judge-cert/v1',
    judge: present({ model: options.model, prompt_sha256: options.promptSha256 }),
    certified: failed.length === 0,
    checks: checks.map((each: CheckResult) => ({ ...each })),
    ...(more && 'more' in more && { more_labels: more.more }),
    ...(more && 'hopeless' in more && { more_labels_cannot_help: [...more.hopeless] }),
    metrics,
    thresholds,
    calibration: {
      binning: bins.binning,
      convention: BIN_CONVENTION,
      resamples: RESAMPLES,
      bins: binsOf(found),
    },
    labels: present({
      sha256: labels.sha256,
      rows: found.rows,
      items: items.length,
      orders: orders && [...orders],
      groups: groupsOf(labels),
    }),
    certified_at: formatInstant(options.now),
    valid_from: formatInstant(options.now),
    valid_until: formatInstant(options.until),
  };
}

function binsOf({ bins }: Calibration): Certificate['calibration']['bins'] {
  return bins.map(({ lo, hi, rows, confidence, accuracy }) =>
    present({ lo, hi, rows, confidence, accuracy }),
  );
}

function consistencyOf({ items, others = [] }: Labels): number {
  const same = items.filter(({ verdict }, index) => verdict === others[index]?.verdict);
  return same.length / items.length;
}
