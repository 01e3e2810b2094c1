/** Returns the number that a keyword of a schema sets; `otherwise` if it sets none. */
export function bound(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
