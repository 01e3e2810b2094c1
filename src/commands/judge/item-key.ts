import { InputError } from '../../errors.ts';
import { clip } from '../../text/clip.ts';

/** The members of a label that have a meaning of their own, and so cannot say which item a row is about. */
const TAKEN = ['confidence', 'correct', 'order', 'verdict', 'label'];

/** The value of `--item-key`. @throws InputError when it is a member with another meaning */
export function readItemKey(given: string | undefined): string | undefined {
  if (given === undefined || !TAKEN.includes(given)) return given;
  throw new InputError({
    message: `--item-key must be a member that says which item a row is about, found \`${clip(given)}\``,
    help: 'name a member such as id or question_id',
  });
}
