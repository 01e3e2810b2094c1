import type { Certificate } from '../../artifacts/judge-cert/schema.ts';
import { type Contradiction, compareWithParts } from '../../documents/compare-with-parts.ts';
import { checksOf } from './checks.ts';

/** Returns what a certificate says against its own figures. */
export function certificateContradictions(certificate: Certificate): Contradiction[] {
  const { checks, metrics, thresholds, labels } = certificate;
  const { bins } = certificate.calibration;
  return [
    ...compareWithParts(
      certificate,
      { certified: checks.length > 0 && checks.every(({ passed }) => passed) },
      'the checks',
    ),
    ...compareWithParts(certificate, { checks: checksOf(metrics, thresholds) }, 'the metrics and thresholds'),
    ...compareWithParts(certificate, { metrics: { samples: labels.items } }, 'the labels'),
    ...compareWithParts(
      certificate,
      { labels: { rows: bins.reduce((sum, { rows }) => sum + rows, 0) } },
      'the bins',
    ),
    ...bins.flatMap(({ rows, confidence, accuracy }, index) =>
      rows > 0 && (confidence === undefined || accuracy === undefined)
        ? [{ path: ['calibration', 'bins', index], message: `has ${rows} rows, but no mean of them` }]
        : [],
    ),
  ];
}
