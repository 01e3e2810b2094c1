/** Whether more than so many lists and objects are inside one another. Works without recursion. */
export function nestsDeeper(value: unknown, levels: number): boolean {
  let inside = [value].filter(isContainer);
  for (let depth = 0; depth < levels; depth++) {
    if (inside.length === 0) return false;
    inside = inside.flatMap((each) => Object.values(each).filter(isContainer));
  }
  return inside.length > 0;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
