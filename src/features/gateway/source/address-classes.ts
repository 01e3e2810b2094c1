import type { Network } from '../../../net/networks.ts';

/** The IPv4 addresses from one on that are in the same networks, up to where the next class begins. */
export interface AddressClass {
  /** As a whole number from 0 to 2^32 - 1. */
  readonly from: number;
  /** An address that stands for all of them: the same for all classes that are in the same networks. */
  readonly address: string;
}

/** A query with more comparisons takes longer than grouping by address. */
const MOST_CLASSES = 64;

/** Returns the classes of IPv4 addresses, in order; undefined when there are too many. */
export function addressClasses(networks: readonly Network[]): readonly AddressClass[] | undefined {
  const ranges = networks.filter(({ family }) => family === 4).map(rangeOf);
  const bounds = [...new Set([0, ...ranges.flat()])].filter((from) => from < 2 ** 32).sort((a, b) => a - b);
  if (bounds.length > MOST_CLASSES) return undefined;
  const standing = new Map<string, string>();
  return bounds.map((from) => {
    const networksOf = ranges.map(([first, next]) => (from >= first && from < next ? 1 : 0)).join('');
    const address = standing.get(networksOf) ?? toText(from);
    standing.set(networksOf, address);
    return { from, address };
  });
}

/** Returns the first address of a network, and the first one after it. */
function rangeOf({ words: [word = 0], bits }: Network): [first: number, next: number] {
  const size = 2 ** (32 - bits);
  const first = Math.floor((word >>> 0) / size) * size;
  return [first, first + size];
}

function toText(address: number): string {
  return [24, 16, 8, 0].map((bits) => Math.floor(address / 2 ** bits) % 256).join('.');
}
