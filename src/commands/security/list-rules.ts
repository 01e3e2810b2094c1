import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { toRuleList } from '../../features/scan/rule-list.ts';
import type { Ports } from '../../ports.ts';
import { RULE_LIST_FORMATS } from '../../report/scan/formats.ts';
import { writeReport } from '../output.ts';
import type { SecurityOptions } from './flags.ts';

/** Lists the rules for `--rules`. @throws InputError when there is something to scan, too */
export async function listRules(
  words: readonly string[],
  { format, ...options }: SecurityOptions,
  ports: Ports,
): Promise<ExitCode> {
  if (words.length > 0 || options.url !== undefined || options.config || options.pins !== undefined) {
    throw new InputError({
      message: '--rules scans nothing, but there is something to scan',
      help: 'remove --rules, or what is to be scanned',
    });
  }
  if (format !== undefined && !isListFormat(format)) {
    throw new InputError({
      message: `--rules has no format ${format}`,
      help: `pass one of: ${Object.keys(RULE_LIST_FORMATS).join(', ')}`,
    });
  }
  await writeReport(toRuleList(), RULE_LIST_FORMATS, { ...options, format }, ports);
  return EXIT.accepted;
}

function isListFormat(format: string): format is keyof typeof RULE_LIST_FORMATS {
  return Object.hasOwn(RULE_LIST_FORMATS, format);
}
