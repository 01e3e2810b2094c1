import type { ToolCall } from '../artifacts/audit-log/model.ts';
import type { ValuePath } from '../diagnostic.ts';
import { isObject, setOwn } from '../values/own-property.ts';
import { choiceOf } from './choice.ts';
import { decodingsOf } from './decodings.ts';
import type { Detector } from './detector.ts';
import { Leaf, MOST_CHARACTERS } from './leaf.ts';
import { mask } from './mask.ts';
import { isTalk } from './mention.ts';
import type { InspectionSettings } from './settings.ts';
import type { Span } from './span.ts';
import { walkArguments } from './walk.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * Returns the arguments of a call with everything masked that detectors find in keys and values, as evidence is masked.
 * What nobody inspected is not shown either: a text that is too long is masked whole, and where the inspection of a call
 * ended, the arguments end. Arguments in which nothing is found are returned as they are.
 */
export function maskArguments(call: ToolCall, settings: InspectionSettings): Arguments | undefined {
  if (call.arguments === undefined) return undefined;
  const choice = choiceOf(settings);
  const found = new Found();
  walkArguments(call, {
    text: (leaf) =>
      found.add(
        leaf,
        maskedText(leaf, (traits) => choice.forTraits(traits)),
      ),
    cut: (path) => found.cutAt(path),
  });
  return found.isEmpty ? call.arguments : (new Copier(found).copy(call.arguments, []) as Arguments);
}

/** What was found in a call: masked texts by place, and the place where inspection ended. */
class Found {
  readonly #texts = new Map<string, Map<string, string>>();
  #cut: string | undefined;

  get isEmpty(): boolean {
    return this.#texts.size === 0 && this.#cut === undefined;
  }

  add(leaf: Leaf, masked: string | undefined): void {
    if (masked === undefined) return;
    const place = JSON.stringify(leaf.path.slice(1));
    const texts = this.#texts.get(place) ?? new Map<string, string>();
    this.#texts.set(place, texts.set(leaf.text, masked));
  }

  cutAt(path: ValuePath): void {
    this.#cut = JSON.stringify(path.slice(1));
  }

  isCut(place: string): boolean {
    return place === this.#cut;
  }

  /** Returns a key or a value at a place, masked if something was found in it. */
  masked(place: string, text: string): string {
    const texts = this.#texts.get(place);
    // a longer text was inspected up to a length, and is known by that part
    return texts?.get(text.slice(0, MOST_CHARACTERS)) ?? text;
  }

  /** Whether something was found in a list whose texts were read as one command line. */
  isFoundIn(place: string): boolean {
    return this.#texts.has(place);
  }
}

/** Copies arguments in the order in which they were inspected. */
class Copier {
  readonly #found: Found;
  #isCut = false;

  constructor(found: Found) {
    this.#found = found;
  }

  copy(value: unknown, path: (string | number)[]): unknown {
    const place = JSON.stringify(path);
    if (this.#found.isCut(place)) {
      this.#isCut = true;
      return NOT_INSPECTED;
    }
    if (typeof value === 'string') return this.#found.masked(place, value);
    if (typeof value === 'number') {
      const masked = this.#found.masked(place, String(value));
      return masked === String(value) ? value : masked;
    }
    if (Array.isArray(value)) return this.#list(value, path, this.#found.isFoundIn(place));
    return isObject(value) ? this.#object(value, path) : value;
  }

  #list(list: readonly unknown[], path: (string | number)[], isFoundInLine: boolean): unknown[] {
    const copy: unknown[] = [];
    for (const [index, value] of list.entries()) {
      if (this.#isCut) break;
      const masked = this.copy(value, [...path, index]);
      copy.push(isFoundInLine && typeof value === 'string' ? mask(value) : masked);
    }
    return copy;
  }

  #object(object: Arguments, path: (string | number)[]): Arguments {
    const copy: Record<string, unknown> = {};
    for (const key of Object.keys(object)) {
      if (this.#isCut) break;
      const inside = [...path, key];
      setOwn(
        copy,
        this.#unused(this.#found.masked(JSON.stringify(inside), key), copy),
        this.copy(object[key], inside),
      );
    }
    return copy;
  }

  /** Tells masked keys apart, which may be the same: no value may take the place of another one. */
  #unused(key: string, copy: Arguments): string {
    let unused = key;
    for (let number = 2; Object.hasOwn(copy, unused); number++) unused = `${key} ${number}`;
    return unused;
  }
}

/** Stands for the value at which inspection ended. */
const NOT_INSPECTED = '(not inspected, and left out)';

/** Returns a text with its matches masked; undefined if there are none. */
function maskedText(leaf: Leaf, detectorsFor: (traits: number) => readonly Detector[]): string | undefined {
  const { text, length } = leaf;
  if (length > text.length) return mask(text, length);
  const matches = matchesIn(leaf, detectorsFor(leaf.traits));
  for (const decoded of decodingsOf(text, leaf.traits)) {
    const other = new Leaf(decoded, leaf.key, leaf.path, leaf.call);
    const more = matchesIn(other, detectorsFor(other.traits)).some(
      ({ detector, spans }) =>
        spans.length > (matches.find((each) => each.detector === detector)?.spans.length ?? 0),
    );
    // something is found that cannot be read here, so it is not known where it stands
    if (more) return mask(text);
  }
  return matches.length === 0
    ? undefined
    : withMasks(
        text,
        matches.flatMap(({ spans }) => spans),
      );
}

/** Returns all matches of the detectors that have any; one may find what another has found as well. */
function matchesIn(leaf: Leaf, detectors: readonly Detector[]) {
  return detectors
    .map((detector) => ({ detector, spans: spansOf(detector, leaf) }))
    .filter(({ spans }) => spans.length > 0);
}

function spansOf(detector: Detector, leaf: Leaf): Span[] {
  return [...detector.find(leaf)].filter((span) => span.end > span.start && !isTalk(detector, leaf, span));
}

function withMasks(text: string, spans: readonly Span[]): string {
  let masked = '';
  let at = 0;
  for (const { start, end } of merged(spans)) {
    masked += `${text.slice(at, start)}[${mask(text.slice(start, end))}]`;
    at = end;
  }
  return masked + text.slice(at);
}

/** Joins spans that overlap. */
function merged(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.start - b.start)) {
    const last = joined.at(-1);
    if (last && span.start < last.end)
      joined[joined.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else joined.push(span);
  }
  return joined;
}
