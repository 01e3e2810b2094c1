import { type FlagTable, flag, optionalChoice, shorthand, value } from '../../flags.ts';
import { PACKAGE_VERDICT_FORMATS, SBOM_FORMATS } from '../../report/package/formats.ts';

const WORDS = [...namesOf(SBOM_FORMATS), ...namesOf(PACKAGE_VERDICT_FORMATS)];

function namesOf<F extends string>(formats: Readonly<Record<F, unknown>>): readonly F[] {
  return Object.keys(formats) as F[];
}

/** The flags of `sbom`. */
export const SBOM_FLAGS = [
  flag('--verify', 'compare every file of the installed package with the digests from the build'),
  shorthand('--json', '--format', 'json'),
  optionalChoice(
    '--format <format>',
    'the format of the list (default: cyclonedx) or, with --verify, of the verdict (default: pretty)',
    WORDS,
  ),
  value('--out <file>', 'write to a file instead of standard output'),
] as const satisfies FlagTable;
