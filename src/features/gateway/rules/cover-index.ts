import type { Rule } from './model.ts';

/**
 * Finds the rules whose pattern may cover another pattern without asking all: the text before the first star of the one
 * begins the other. So a set of ten thousand rules is linted without comparing each rule with each.
 */
export class CoverIndex {
  readonly #byStart = new Map<string, Placed[]>();

  /** @param rules in the order of evaluation */
  constructor(rules: readonly Rule[]) {
    for (const [place, rule] of rules.entries()) {
      const [start = ''] = rule.toolPattern.split('*', 1);
      const same = this.#byStart.get(start);
      if (same) same.push({ rule, place });
      else this.#byStart.set(start, [{ rule, place }]);
    }
  }

  /** Returns the first rule in order that a test accepts, of those that may cover a pattern. */
  find(pattern: string, accepts: (rule: Rule, place: number) => boolean): Rule | undefined {
    let first: Placed | undefined;
    for (let length = 0; length <= pattern.length; length++) {
      for (const placed of this.#byStart.get(pattern.slice(0, length)) ?? []) {
        if (first && placed.place > first.place) break;
        if (accepts(placed.rule, placed.place)) first = placed;
      }
    }
    return first?.rule;
  }
}

interface Placed {
  readonly rule: Rule;
  readonly place: number;
}
