import { readLabels } from '../../artifacts/labels/read.ts';
import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { agreementOf } from '../../features/judge/agreement.ts';
import { positiveOf, toVerdictItems, wordsOf } from '../../features/judge/verdict-items.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { AGREEMENT_FORMATS } from '../../report/judge/formats.ts';
import { writeReport } from '../output.ts';
import { readShare } from '../read-share.ts';
import type { AGREEMENT_FLAGS } from './flags.ts';
import { readItemKey } from './item-key.ts';

/** Runs `mcptest judge agreement`: how far do a judge and a person agree? No model is called. */
export async function judgeAgreement(
  options: OptionsOf<typeof AGREEMENT_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const { labels: file } = options;
  const confidence = readShare('--confidence', options.confidence, 0.95, [0.5, 0.9999]);
  const itemKey = readItemKey(options.itemKey);
  const labels = readLabels(file, ports.files, { wants: ['verdict', 'label'], itemKey });
  const items = toVerdictItems(labels);
  const words = wordsOf(items);
  if ('message' in words) throw new InputError({ file, ...words });
  if (new Set(items.map(({ label }) => label)).size < 2) {
    const help = 'label items of both kinds: chance would agree as well';
    throw new InputError({ file, message: 'every label is the same', help });
  }
  const found = positiveOf(words, options.positive);
  if (typeof found !== 'string' && options.positive !== undefined) throw new InputError({ file, ...found });
  const rows = items.reduce((sum, { verdicts }) => sum + verdicts.length, 0);
  const positive = typeof found === 'string' ? found : undefined;
  const report = agreementOf({ items, rows, words, positive, confidence, sha256: labels.sha256 });
  await writeReport(report, AGREEMENT_FORMATS, options, ports);
  return EXIT.accepted;
}
