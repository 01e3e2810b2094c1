import { IpAddress } from './ip.ts';

/** A network, or a single address. */
export interface Network {
  readonly family: 4 | 6;
  /** One word for IPv4, four for IPv6. */
  readonly words: readonly number[];
  /** The length of the prefix. */
  readonly bits: number;
}

/**
 * Parses `10.0.0.0/8`, `2001:db8::/32`, or a single address; undefined otherwise. Bits after the prefix are ignored.
 * A mapped network such as `::ffff:10.0.0.0/104` is read as its IPv4 network.
 * Spec (tool-call policies): "Attribute conditions (ABAC)", `ip`.
 */
export function parseNetwork(text: string): Network | undefined {
  const slash = text.indexOf('/');
  const address = new IpAddress().readAsWritten(slash === -1 ? text : text.slice(0, slash));
  if (address.family === 0) return undefined;
  const most = address.family === 4 ? 32 : 128;
  const length = slash === -1 ? String(most) : text.slice(slash + 1);
  const bits = /^(0|[1-9]\d{0,2})$/.test(length) ? Number(length) : Number.NaN;
  if (!(bits <= most)) return undefined;
  if (address.isMapped && bits >= 96) return { family: 4, words: [address.d], bits: bits - 96 };
  const { family, a, b, c, d } = address;
  return family === 4 ? { family, words: [a], bits } : { family: 6, words: [a, b, c, d], bits };
}

/**
 * Whether a network is written as a mapped one and is larger than all of IPv4, such as `::ffff:10.0.0.0/8`. It contains no
 * IPv4 address, so its author meant another.
 */
export function isMappedTooWide(text: string): boolean {
  const [address = '', bits] = text.split('/', 2);
  return bits !== undefined && Number(bits) < 96 && new IpAddress().readAsWritten(address).isMapped;
}

/** Whether one network contains all of another. An undefined network covers nothing and is covered by nothing. */
export function coversNetwork(outer: Network | undefined, inner: Network | undefined): boolean {
  if (!outer || !inner || outer.family !== inner.family || outer.bits > inner.bits) return false;
  return outer.words.every((word, index) => {
    const mask = maskOf(bitsOfWord(outer, index));
    return (word & mask) === ((inner.words[index] ?? 0) & mask);
  });
}

/** The number of leading bits of a word that count. */
function bitsOfWord({ bits }: Network, index: number): number {
  return Math.min(Math.max(bits - 32 * index, 0), 32);
}

/** Tests whether an address is in a set of networks. */
export type NetworkTest = (address: IpAddress) => boolean;

/** Compiles networks to integers, so a test allocates nothing. An IPv4 address is not in any IPv6 network. */
export function compileNetworks(networks: readonly Network[]): NetworkTest {
  const four = flatten(networks.filter(({ family }) => family === 4));
  const six = flatten(networks.filter(({ family }) => family === 6));
  return (address) => {
    if (address.family === 4) return isInside4(address.a, four);
    return address.family === 6 && isInside6(address, six);
  };
}

/** The mask and the network of each word, in one flat list. */
function flatten(networks: readonly Network[]): Int32Array {
  return Int32Array.from(
    networks.flatMap((network) =>
      network.words.flatMap((word, index) => {
        const mask = maskOf(bitsOfWord(network, index));
        return [mask, word & mask];
      }),
    ),
  );
}

// a shift by 32 would shift by nothing
function maskOf(bits: number): number {
  return bits === 0 ? 0 : -1 << (32 - bits);
}

function isInside4(word: number, pairs: Int32Array): boolean {
  for (let at = 0; at < pairs.length; at += 2) {
    if ((word & (pairs[at] as number)) === pairs[at + 1]) return true;
  }
  return false;
}

function isInside6({ a, b, c, d }: IpAddress, pairs: Int32Array): boolean {
  for (let at = 0; at < pairs.length; at += 8) {
    if (
      (a & (pairs[at] as number)) === pairs[at + 1] &&
      (b & (pairs[at + 2] as number)) === pairs[at + 3] &&
      (c & (pairs[at + 4] as number)) === pairs[at + 5] &&
      (d & (pairs[at + 6] as number)) === pairs[at + 7]
    )
      return true;
  }
  return false;
}
