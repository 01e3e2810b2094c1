import { InputError } from '../errors.ts';
import { clip } from '../text/clip.ts';

/** The value of a flag that takes a number between two others, or the fallback when the flag is not given. @throws InputError */
export function readShare(
  flag: string,
  given: string | undefined,
  fallback: number,
  [least, most]: readonly [least: number, most: number] = [0, 1],
): number {
  if (given === undefined) return fallback;
  const share = Number(given);
  if (/^(?:\d+(?:\.\d*)?|\.\d+)$/.test(given) && share >= least && share <= most) return share;
  throw new InputError({
    message: `${flag} must be a number from ${least} to ${most}, found \`${clip(given)}\``,
    help: `write it like ${flag} ${fallback}`,
  });
}
