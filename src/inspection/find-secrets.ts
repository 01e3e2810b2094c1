import { decodingsOf } from './decodings.ts';
import type { DetectorId } from './detector-ids.ts';
import { Leaf, MOST_CHARACTERS } from './leaf.ts';
import { SECRET_DETECTORS } from './secret-detectors.ts';
import type { Span } from './span.ts';

/** Where a secret is, and the detector that found it. */
export interface FoundSecret extends Span {
  readonly id: DetectorId;
}

/** How much two parts of a long text have in common: more than the longest secret that is found. */
const OVERLAP = 16_384;

/** What is left of a secret after its end is searched: a detector stops at its limit, a key may be longer. */
const TAIL = /[\w+/=~.-]*/y;

/** What begins a private key, which ends at its last line, or else with the text. */
const KEY_END = /-----END [A-Z0-9 ]{0,60}-----/g;

/**
 * Returns what each secret detector finds, in texts of any length: several may find one secret, and what lies where two parts of
 * a long text overlap is found twice.
 * @param key the nearest key above the text
 */
export function detectSecrets(text: string, key: string): readonly FoundSecret[] {
  return partsOf(text).flatMap(({ part, start: offset }) =>
    spansIn(leafOf(part, key)).map(({ id, start, end }) => ({
      id,
      start: offset + start,
      end: offset + end,
    })),
  );
}

/**
 * Returns where the secret detectors find something, first to last and without overlaps, in texts of any length. Each span
 * reaches to the end of the word, because a detector that stops in the middle of a secret leaves the rest.
 * @param key the nearest key above the text
 */
export function findSecrets(text: string, key: string): readonly FoundSecret[] {
  return merged(detectSecrets(text, key).map(({ id, start, end }) => ({ ...widened(text, start, end), id })));
}

/** Returns a text with a replacement for each secret. @param key the nearest key above the text */
export function replaceSecrets(
  text: string,
  key: string,
  replacement: (secret: string, id: string) => string,
): string {
  let result = '';
  let from = 0;
  for (const { start, end, id } of findSecrets(text, key)) {
    result += text.slice(from, start) + replacement(text.slice(start, end), id);
    from = end;
  }
  return result + text.slice(from);
}

/**
 * Whether a text holds a secret in another form, such as base64, so that its place is not known.
 * @param reveals whether a decoded form holds something else that must go
 */
export function hidesSecret(text: string, key: string, reveals: (decoded: string) => boolean): boolean {
  const isSecret = (form: string) => reveals(form) || spansIn(leafOf(form, key)).length > 0;
  return partsOf(text).some(({ part }) => {
    const forms = formsOf(part, key);
    // base64 of base64
    return forms.some((form) => isSecret(form) || formsOf(form, key).some(isSecret));
  });
}

function formsOf(text: string, key: string): readonly string[] {
  return decodingsOf(text, leafOf(text, key).traits);
}

function partsOf(text: string): { readonly part: string; readonly start: number }[] {
  const parts = [];
  for (let start = 0; start === 0 || start < text.length - OVERLAP; start += MOST_CHARACTERS - OVERLAP) {
    parts.push({ part: text.slice(start, start + MOST_CHARACTERS), start });
  }
  return parts;
}

function leafOf(text: string, key: string): Leaf {
  return new Leaf(text, key, [], { tool: '' });
}

function spansIn(leaf: Leaf): FoundSecret[] {
  return SECRET_DETECTORS.flatMap(({ id, needs, find }) =>
    (needs & leaf.traits) === 0 ? [] : Array.from(find(leaf), ({ start, end }) => ({ start, end, id })),
  );
}

function widened(text: string, start: number, end: number): Span {
  if (text.startsWith('-----BEGIN', start)) {
    KEY_END.lastIndex = start;
    return { start, end: KEY_END.exec(text) === null ? text.length : KEY_END.lastIndex };
  }
  TAIL.lastIndex = end;
  TAIL.exec(text);
  return { start, end: TAIL.lastIndex };
}

function merged(spans: readonly FoundSecret[]): FoundSecret[] {
  const result: { start: number; end: number; id: DetectorId }[] = [];
  for (const { start, end, id } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = result.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else result.push({ start, end, id });
  }
  return result;
}
