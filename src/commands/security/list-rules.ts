import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { toRuleList } from '../../features/scan/rule-list.ts';
import type { Ports } from '../../ports.ts';
import { RULE_LIST_FORMATS } from '../../report/scan/formats.ts';
import { givenFlag } from '../given-flag.ts';
import { writeReport } from '../output.ts';
import type { SecurityOptions } from './flags.ts';

/** Lists the rules for `--rules`. @throws InputError when there is something to scan, too */
export async function listRules(
  words: readonly string[],
  { format, report = [], ...options }: SecurityOptions,
  ports: Ports,
): Promise<ExitCode> {
  if (words.length > 0 || options.url !== undefined || options.config || options.pins !== undefined) {
    throw new InputError({
      message: '--rules only lists the rules, but you also named something to scan',
      help: 'remove --rules, or what you want to scan',
    });
  }
  refuseUseless(options);
  const chosen = {
    format: format && toListFormat(format),
    report: report.map((each) => ({ ...each, format: toListFormat(each.format) })),
  };
  await writeReport(toRuleList(), RULE_LIST_FORMATS, { ...options, ...chosen }, ports);
  return EXIT.accepted;
}

/** @throws InputError for what decides how something is scanned, or what counts */
function refuseUseless(options: Pick<SecurityOptions, (typeof OF_A_SCAN)[number]>): void {
  const flag = givenFlag(options, OF_A_SCAN);
  if (flag === undefined) return;
  throw new InputError({
    message: `--rules scans nothing, so ${flag} has no effect`,
    help: `remove --rules, or ${flag}`,
  });
}

const OF_A_SCAN = [
  ...(['baseline', 'suppress', 'updatePins', 'failOn'] as const),
  ...(['timeout', 'protocol', 'header', 'headerEnv', 'bearerEnv'] as const),
];

/** @throws InputError */
function toListFormat(format: string): keyof typeof RULE_LIST_FORMATS {
  if (isListFormat(format)) return format;
  throw new InputError({
    message: `--rules has no format ${format}`,
    help: `pass one of: ${Object.keys(RULE_LIST_FORMATS).join(', ')}`,
  });
}

function isListFormat(format: string): format is keyof typeof RULE_LIST_FORMATS {
  return Object.hasOwn(RULE_LIST_FORMATS, format);
}
