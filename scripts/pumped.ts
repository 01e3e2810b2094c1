/** Tries a regular expression on long texts that are made of its own parts. */
import { runInNewContext } from 'node:vm';
import { textsOfPattern } from '../src/arguments/sample-pattern.ts';

/** Characters of the classes that expressions use. */
const COMMON = [' ', '\t', '\n', 'a', 'A', '0', '-', '.', '/', '"', ':', '=', '+', '\0'];

const SHORT = 10_000;
const LONG = 8 * SHORT;

/** A linear expression takes milliseconds; this is for the machine to be busy with something else. */
const LIMIT_MS = 2000;

/** How many places of a matching text are tried. */
const PLACES = 24;

/**
 * Returns what, repeated, takes the expression longer than the length of the text explains. Undefined if nothing was found:
 * neither alone nor at any place of a text that the expression matches.
 */
export function slowText(source: string, flags: string): string | undefined {
  const regex = new RegExp(source, flags);
  const [matching = ''] = textsOfPattern(source);
  const starts = Array.from({ length: Math.min(matching.length, PLACES) }, (_, i) =>
    matching.slice(0, i + 1),
  );
  const units = unitsOf(source);
  for (const start of ['', ...starts]) {
    for (const unit of units) {
      if (start !== '' && unit.length > 1) continue;
      const text = (length: number) => `${start}${unit.repeat(Math.ceil(length / unit.length))}\0\n`;
      const isSlow = () => {
        const short = timeOf(regex, text(SHORT));
        return short > LIMIT_MS || timeOf(regex, text(LONG)) > Math.max(200, 24 * short);
      };
      // the machine may have been busy with something else
      if (isSlow() && isSlow() && isSlow()) return start + unit;
    }
  }
  return undefined;
}

function unitsOf(source: string): Set<string> {
  const words = source.match(/[A-Za-z_]{2,}/g) ?? [];
  const characters = new Set([...COMMON, ...source.replace(/\\./gs, '').replace(/[\^$()|?*{}[\]]/g, '')]);
  const parts = [...new Set(words)].slice(0, 20).concat([...characters].slice(0, 40));
  return new Set(parts.flatMap((one) => [one, ...parts.map((other) => one + other)]));
}

function timeOf(regex: RegExp, text: string): number {
  regex.lastIndex = 0;
  const start = performance.now();
  try {
    runInNewContext(
      'for (const _ of all ? text.matchAll(regex) : [regex.test(text)]);',
      {
        regex,
        text,
        all: regex.global,
      },
      { timeout: LIMIT_MS },
    );
  } catch {
    return Number.POSITIVE_INFINITY;
  }
  return performance.now() - start;
}
