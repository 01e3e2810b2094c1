/** Why a value was taken off a tape. None of them says anything about the value. */
export type RedactedKind =
  | { readonly kind: 'header' | 'member'; readonly name: string }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'detector'; readonly id: string }
  | { readonly kind: 'encoded' };

/** The most kinds that are named: a stranger chooses the names of members. */
const MOST = 20;

/** Counts what was redacted, by kind. */
export class RedactedKinds {
  readonly #counts = new Map<string, number>();
  #values = 0;
  #others = 0;

  /** How many values were redacted. */
  get values(): number {
    return this.#values;
  }

  add(kind: RedactedKind, count = 1): void {
    this.#values += count;
    const words = inWords(kind);
    const before = this.#counts.get(words);
    if (before === undefined && this.#counts.size === MOST) this.#others += count;
    else this.#counts.set(words, (before ?? 0) + count);
  }

  /** Returns what was redacted and how often, such as "header `cookie` (2)", in the order in which it was first seen. */
  inWords(): string[] {
    const lines = [...this.#counts].map(([words, count]) => `${words} (${count})`);
    return this.#others === 0 ? lines : [...lines, `others (${this.#others})`];
  }
}

function inWords(redacted: RedactedKind): string {
  switch (redacted.kind) {
    case 'header':
    case 'member':
      return `${redacted.kind} \`${redacted.name}\``;
    case 'variable':
      return `environment variable \`${redacted.name}\``;
    case 'detector':
      return `detector \`${redacted.id}\``;
    case 'encoded':
      return 'a secret inside encoded text';
  }
}
