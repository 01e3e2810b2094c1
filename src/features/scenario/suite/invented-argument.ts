import { keyText, type Path } from '../../../assertions/path.ts';

/**
 * Finds an argument that is neither at nor below one of the places, and returns its path as text. The objects and lists
 * on the way to a place are no arguments of their own.
 */
export function inventedArgument(args: unknown, places: readonly Path[]): string | undefined {
  const found = beyond(args, places, 0);
  return found?.reduce((text, key) => text + keyText(key, text === ''), '');
}

/** @param places those whose first `depth` keys lead to the value, all of them longer */
function beyond(value: unknown, places: readonly Path[], depth: number): string[] | undefined {
  if (typeof value !== 'object' || value === null) return depth === 0 ? undefined : [];
  for (const [key, member] of Object.entries(value)) {
    const through = places.filter((place) => place[depth]?.key === key);
    if (through.some(({ length }) => length === depth + 1)) continue;
    const found = through.length === 0 ? [] : beyond(member, through, depth + 1);
    if (found) return [key, ...found];
  }
  return undefined;
}
