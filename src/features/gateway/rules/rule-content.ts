import type { Rule } from './model.ts';

/** All that a rule says, wherever it stands: two rules of one content are the same one. */
export function contentOf({ line: _, ...rule }: Rule): string {
  return JSON.stringify(rule);
}

/** What a rule does, under whatever name and priority. */
export function deedOf({ line: _, name: __, priority: ___, ...rule }: Rule): string {
  return JSON.stringify(rule);
}
