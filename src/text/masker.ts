import { setOwn } from '../values/own-property.ts';

/** A secret, and the name of the environment variable that holds it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** The shortest text that is masked. A shorter one is no secret, and would take single letters out of every report. */
const SHORTEST = 4;

/** Replaces secrets with the names of their variables, as `[TOKEN]`, in texts and in JSON values. */
export class Masker {
  readonly #forms: readonly (readonly [form: string, mark: string])[];

  constructor(secrets: readonly Secret[]) {
    this.#forms = secrets
      .filter(({ value }) => value.length >= SHORTEST)
      .flatMap(({ name, value }) => formsOf(value).map((form) => [form, `[${name}]`] as const))
      // a secret that contains another one must go first
      .sort(([a], [b]) => b.length - a.length);
  }

  /** Masks a text. */
  text(text: string): string {
    let masked = text;
    for (const [form, mark] of this.#forms) masked = masked.replaceAll(form, mark);
    return masked;
  }

  /** Masks the texts and the keys of a JSON value, and numbers that are written like a secret. */
  value<T>(value: T): T {
    return this.#forms.length === 0 ? value : (this.#masked(value) as T);
  }

  #masked(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') {
      const masked = this.text(String(value));
      return masked === String(value) ? value : masked;
    }
    if (Array.isArray(value)) return value.map((each) => this.#masked(each));
    if (typeof value !== 'object' || value === null) return value;
    const masked: Record<string, unknown> = {};
    for (const [key, member] of Object.entries(value)) setOwn(masked, this.text(key), this.#masked(member));
    return masked;
  }
}

/** Returns a text as it is, inside of JSON, and inside of a URL. */
function formsOf(value: string): string[] {
  return [...new Set([value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value)])];
}
