import { formatPath, type ValuePath } from '../diagnostic.ts';
import { looksRandom } from './high-entropy.ts';
import { Leaf } from './leaf.ts';
import { mask } from './mask.ts';
import { PII_DETECTORS } from './pii-detectors.ts';
import { SECRET_DETECTORS } from './secret-detectors.ts';

const SENSITIVE = [...SECRET_DETECTORS, ...PII_DETECTORS];

/** Random text mixes digits and letters throughout; a field name has a version or a year at most. */
const CHANCE = /^(?=.{24})[A-Za-z+/=]*(?:\d+[A-Za-z+/=]+){3}\d+[A-Za-z+/=][A-Za-z0-9+/=]*$/;

/**
 * Formats the place of a match in a call: `arguments.env.KEY`. A key that is itself a secret is masked like evidence.
 */
export function locationOf(path: ValuePath): string {
  return formatPath(path.map((key) => (typeof key === 'string' && isSensitive(key) ? mask(key) : key)));
}

function isSensitive(key: string): boolean {
  const leaf = new Leaf(key, '', [], { tool: '' });
  if (CHANCE.test(key) && looksRandom(key)) return true;
  return SENSITIVE.some(({ needs, find }) => {
    if ((needs & leaf.traits) === 0) return false;
    for (const _ of find(leaf)) return true;
    return false;
  });
}
