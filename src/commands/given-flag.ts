/**
 * Returns the first of some options that was given, as the user wrote its flag: `--max-flips` for `maxFlips`. Undefined if none
 * was. A command uses it to refuse what would have no effect.
 */
export function givenFlag<O extends object>(
  options: O,
  keys: readonly (keyof O & string)[],
): string | undefined {
  const key = keys.find((each) => options[each] !== undefined);
  return key && `--${key.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}
