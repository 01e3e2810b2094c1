import type { LaneValue, SuiteLane } from '../../artifacts/test-suite/model.ts';
import { type Flag, type FlagTable, keyOfFlag, nameOfFlag, noOptions, type OptionsOf } from '../../flags.ts';
import { own } from '../../values/own-property.ts';

/**
 * Returns the options of a command for a lane of a suite, whose keys are its flags with `_` for `-`. The schema of
 * suites has checked the values; a test compares it with the flags.
 */
export function laneOptions<const T extends FlagTable>(
  flags: T,
  { given }: Pick<SuiteLane, 'given'>,
): OptionsOf<T> {
  const options: Record<string, unknown> = { ...noOptions(flags) };
  for (const flag of flags) {
    const name = nameOfFlag(flag);
    const value = own(given, name.slice(2).replaceAll('-', '_'));
    if (value !== undefined) options[keyOfFlag(name)] = asParsed(flag, value);
  }
  return options as OptionsOf<T>;
}

/** Returns a value as the parser of the flag would. */
function asParsed(flag: Flag, value: LaneValue): LaneValue | undefined {
  if (flag.kind !== 'value') return value === true ? value : undefined;
  if (flag.times === 'repeated') return [value].flat().map(String);
  return flag.takes.kind === 'text' ? String(value) : value;
}
