import { readLabels } from '../../artifacts/labels/read.ts';
import type { Diagnostic } from '../../diagnostic.ts';
import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { correctRate } from '../../features/judge/correct.ts';
import { positiveOf, toVerdictItems, type VerdictItem, wordsOf } from '../../features/judge/verdict-items.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { CORRECTION_FORMATS } from '../../report/judge/formats.ts';
import { quote } from '../../text/clip.ts';
import { readShare } from '../../values/share.ts';
import { writeReport } from '../output.ts';
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
  const unlabelled = withoutLabelled(judged, labelled, options.verdicts);
  const alreadyLabelled = judged.length - unlabelled.length;
  const report = correctRate({ labelled, unlabelled, alreadyLabelled, positive, confidence });
  if ('message' in report) throw new InputError({ file, ...report });
  await writeReport(report, CORRECTION_FORMATS, options, ports);
  return EXIT.accepted;
}

/** Returns the items without a label: an item must count only once. @throws InputError when the files contradict each other */
function withoutLabelled(
  judged: readonly VerdictItem[],
  labelled: readonly VerdictItem[],
  file: string,
): readonly VerdictItem[] {
  const known = new Map(
    labelled.flatMap((item) => (item.name === undefined ? [] : [[item.name, item] as const])),
  );
  const problems: Diagnostic[] = [];
  const unlabelled = judged.filter(({ name, verdicts }) => {
    const same = name === undefined ? undefined : known.get(name);
    if (same && JSON.stringify(same.verdicts) !== JSON.stringify(verdicts)) {
      problems.push({ file, message: `the verdict on ${quote(name ?? '')} is not the one in the labels` });
    }
    return !same;
  });
  if (problems.length > 0) throw new InputError(problems);
  if (unlabelled.length > 0) return unlabelled;
  throw new InputError({
    file,
    message: 'has no verdict on an item without a label',
    help: 'the rate of labelled items is in the labels; add the verdicts on the others',
  });
}
