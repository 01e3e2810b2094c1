import type { Rule } from './model.ts';

/** Returns the content of a rule as text, without its place. Rules with equal content are the same rule. */
export function contentOf({ line: _, ...rule }: Rule): string {
  return JSON.stringify(rule);
}

/** Returns the effect of a rule as text, without its place, name and priority. */
export function behaviourOf({ line: _, name: __, priority: ___, ...rule }: Rule): string {
  return JSON.stringify(rule);
}
