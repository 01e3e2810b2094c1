import { IpAddress } from '../net/ip.ts';

/** The kind of a host that is not on the public internet. */
export type HostKind = 'metadata' | 'loopback' | 'private';

/** The metadata services of clouds, which give machines their identity and credentials. */
const METADATA: ReadonlySet<string> = new Set([
  '169.254.169.254',
  '169.254.170.2',
  '169.254.170.23',
  '100.100.100.200',
  '192.0.0.192',
  'metadata',
  'metadata.google.internal',
  'metadata.goog',
  'instance-data',
  'instance-data.ec2.internal',
]);

const METADATA_V6 = ['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254'];

/** Networks that are not routed publicly: the address, the number of bits that count, and the kind. */
const NETWORKS: readonly (readonly [address: string, bits: number, kind: HostKind])[] = [
  ['127.0.0.0', 8, 'loopback'],
  ['0.0.0.0', 8, 'loopback'],
  ['10.0.0.0', 8, 'private'],
  ['172.16.0.0', 12, 'private'],
  ['192.168.0.0', 16, 'private'],
  ['169.254.0.0', 16, 'private'],
  ['100.64.0.0', 10, 'private'],
];

const address = new IpAddress();

const RANGES = NETWORKS.map(([network, bits, kind]) => ({
  word: address.read(network).a,
  mask: -1 << (32 - bits),
  kind,
}));

const METADATA_WORD = address.read('169.254.169.254').a;

const METADATA_WORDS = METADATA_V6.map((text) => wordsOf(address.read(text)));

/** Returns the kind of a host, spelled as `hostOf` spells it; undefined for a public one. */
export function hostKind(host: string): HostKind | undefined {
  if (METADATA.has(host)) return 'metadata';
  if (host === 'localhost' || host.endsWith('.localhost') || host === 'localhost.localdomain')
    return 'loopback';
  const { family, a, b, c, d } = address.read(embeddedAddress(host) ?? host);
  if (family === 4) return kindOf(a);
  if (family !== 6) return undefined;
  if (METADATA_WORDS.includes(wordsOf(address))) return 'metadata';
  if (a === 0 && b === 0 && c === 0) return d === 1 || d === 0 ? 'loopback' : kindOf(d);
  // NAT64 and 6to4 carry an IPv4 address
  if (a === 0x0064ff9b && b === 0 && c === 0) return kindOf(d);
  if (a >>> 16 === 0x2002) return kindOf((a << 16) | (b >>> 16));
  const isLocal = a >>> 25 === 0x7e || a >>> 22 === 0x3fa;
  return isLocal ? 'private' : undefined;
}

/** Returns the address in the name of a service that resolves any address: `10.0.0.5.nip.io`. */
function embeddedAddress(host: string): string | undefined {
  const match = /(?:^|[.-])(\d{1,3}(?:[.-]\d{1,3}){3})\.(?:nip|sslip|xip)\.io$/.exec(host);
  return match?.[1]?.replaceAll('-', '.');
}

function kindOf(word: number): HostKind | undefined {
  if (word === METADATA_WORD) return 'metadata';
  return RANGES.find((range) => (word & range.mask) === range.word)?.kind;
}

function wordsOf({ a, b, c, d }: IpAddress): string {
  return `${a},${b},${c},${d}`;
}
