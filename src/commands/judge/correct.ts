import { readLabels } from '../../artifacts/labels/read.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { correctRate } from '../../features/judge/correct.ts';
import { positiveOf, toVerdictItems, type VerdictItem, wordsOf } from '../../features/judge/verdict-items.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { CORRECTION_FORMATS } from '../../report/judge/formats.ts';
import { clip, quote } from '../../text/clip.ts';
import { writeReport } from '../output.ts';
import { readShare } from '../read-share.ts';
import type { CORRECT_FLAGS } from './flags.ts';
import { readItemKey } from './item-key.ts';

/** Runs `mcptest judge correct`: how often would a person say yes, if a judge that errs says so? No model is called. */
export async function judgeCorrect(
  options: OptionsOf<typeof CORRECT_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const { labels: file } = options;
  const confidence = readShare('--confidence', options.confidence, 0.95, [0.5, 0.9999]);
  const itemKey = readItemKey(options.itemKey);
  const labelled = toVerdictItems(readLabels(file, ports.files, { wants: ['verdict', 'label'], itemKey }));
  const judged = toVerdictItems(readLabels(options.verdicts, ports.files, { wants: ['verdict'], itemKey }));
  const words = wordsOf([...labelled, ...judged]);
  if ('message' in words) throw new InputError({ file: options.verdicts, ...words });
  const positive = positiveOf(words, options.positive);
  if (typeof positive !== 'string') throw new InputError({ file, ...positive });
  const unlabelled = withoutLabelled(
    byName(judged, options.verdicts, itemKey),
    byName(labelled, file, itemKey),
    options.verdicts,
  );
  const alreadyLabelled = judged.length - unlabelled.length;
  const report = correctRate({ labelled, unlabelled, alreadyLabelled, positive, confidence });
  if ('message' in report) throw new InputError({ file, ...report });
  await writeReport(report, CORRECTION_FORMATS, options, ports);
  return EXIT.accepted;
}

/** @throws InputError when the items have no names: one that is in both files would count twice */
function byName(
  items: readonly VerdictItem[],
  file: string,
  itemKey = 'id',
): ReadonlyMap<string, VerdictItem> {
  const named = new Map<string, VerdictItem>();
  for (const item of items) if (item.name !== undefined) named.set(item.name, item);
  if (named.size > 0) return named;
  throw new InputError({
    file,
    message: `has no \`${clip(itemKey)}\`: which items have both a label and a verdict is not known`,
    help: 'give each row of both files an id, and the same item the same id in both',
  });
}

/** Returns the items without a label: an item must count only once. @throws InputError when the files contradict each other */
function withoutLabelled(
  judged: ReadonlyMap<string, VerdictItem>,
  labelled: ReadonlyMap<string, VerdictItem>,
  file: string,
): readonly VerdictItem[] {
  const problems: Diagnostic[] = [];
  const unlabelled: VerdictItem[] = [];
  for (const [name, item] of judged) {
    const same = labelled.get(name);
    if (!same) unlabelled.push(item);
    else if (JSON.stringify(same.verdicts) !== JSON.stringify(item.verdicts)) {
      problems.push({ file, message: `the verdict on ${quote(name)} is not the one in the labels` });
    }
  }
  if (problems.length > 0) throw new InputError(problems);
  if (unlabelled.length > 0) return unlabelled;
  throw new InputError({
    file,
    message: 'has no verdict on an item without a label',
    help: 'the rate of labelled items is in the labels; add the verdicts on the others',
  });
}
