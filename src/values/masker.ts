import { withoutEscaped } from '../text/escaped-units.ts';
import { SHORTEST_SECRET, secretForms } from '../text/secret-forms.ts';
import { setOwn } from './own-property.ts';

/** A secret, and the name of the environment variable that holds it. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Replaces secrets with the names of their variables, as `[TOKEN]`, in texts and in JSON values. */
export class Masker {
  readonly #forms: readonly (readonly [form: string, mark: string])[];

  constructor(secrets: readonly Secret[]) {
    this.#forms = secrets
      .filter(({ value }) => value.length >= SHORTEST_SECRET)
      .flatMap(({ name, value }) => secretForms(value).map((form) => [form, `[${name}]`] as const))
      // a secret that contains another one must go first
      .sort(([a], [b]) => b.length - a.length);
  }

  /** Masks a text. */
  text(text: string): string {
    let masked = text;
    for (const [form, mark] of this.#forms) masked = masked.replaceAll(form, () => mark);
    masked = withoutEscaped(masked, this.#forms);
    for (const [form, mark] of this.#forms) masked = withoutPieces(masked, form, mark);
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

/**
 * What stands where a text was cut: the mark of `clip`, or the end of a line, if a server ended or another program wrote between
 * two writes.
 */
const CUTS: ReadonlySet<string | undefined> = new Set(['\u2026', '\n', '\r', undefined]);

/** A shorter piece of a secret, in characters, also occurs in other texts. Half of a short secret is too much. */
const SHORTEST_PIECE = 8;

/** Masks the beginning of a secret before a cut, and the end of one after a cut: a message shows only a part of a text. */
function withoutPieces(text: string, form: string, mark: string): string {
  const least = Math.max(SHORTEST_SECRET, Math.min(SHORTEST_PIECE, Math.ceil(form.length / 2)));
  if (form.length <= least) return text;
  const [head, tail] = [form.slice(0, least), form.slice(-least)];
  let masked = text;
  for (let at = masked.indexOf(head); at !== -1; at = masked.indexOf(head, at + 1)) {
    let end = at + least;
    while (end < masked.length && masked[end] === form[end - at]) end++;
    if (CUTS.has(masked[end])) masked = masked.slice(0, at) + mark + masked.slice(end);
  }
  for (let at = masked.indexOf(tail); at !== -1; at = masked.indexOf(tail, at + 1)) {
    const end = at + least;
    let start = at;
    while (start > 0 && masked[start - 1] === form[form.length - (end - start) - 1]) start--;
    if (CUTS.has(masked[start - 1])) masked = masked.slice(0, start) + mark + masked.slice(end);
  }
  return masked;
}
