import { InputError } from '../../errors.ts';
import { clip } from '../../text/clip.ts';

const UNITS: Readonly<Record<string, number>> = { '': 1, k: 2 ** 10, m: 2 ** 20, g: 2 ** 30 };

/** Parses a size in bytes: `65536`, `64k`, `10m` or `1g`; undefined for anything else, and for nothing. */
export function parseByteSize(text: string): number | undefined {
  const [, digits, unit = ''] = /^(\d+)([kmg]?)$/.exec(text) ?? [];
  const size = digits === undefined ? 0 : Number(digits) * (UNITS[unit] ?? Number.NaN);
  return size > 0 && Number.isSafeInteger(size) ? size : undefined;
}

/** Returns the value of a flag that takes a size; undefined when the flag is not given. @throws InputError */
export function readByteSize(flag: string, given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const size = parseByteSize(given);
  if (size !== undefined) return size;
  throw new InputError({
    message: `${flag} must be a size in bytes, found \`${clip(given)}\``,
    help: 'write it like 64k, 10m or 1g',
  });
}
