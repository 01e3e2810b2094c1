import type { AuditRecord } from '../../../artifacts/audit-log/model.ts';
import { IpAddress } from '../../../net/ip.ts';
import { DAY } from '../../../time/duration.ts';

const HOUR = DAY / 24;

/** Up to this many days are counted: enough to establish a habit. */
const MOST_DAYS = 32;

/** More networks than this are not a habit. */
const MOST_NETWORKS = 3;

/** Counts when and from where something is used, in bounded memory. */
export class HabitsTally {
  calls = 0;
  /** Calls by the hour of the day in UTC. */
  readonly hours: number[] = new Array<number>(24).fill(0);
  readonly #days = new Set<number>();
  /** Undefined when there are too many, or a call did not state its source address. */
  #networks: Set<string> | undefined = new Set();

  add({ at, ip }: AuditRecord): void {
    this.calls++;
    const hour = Math.floor(at / HOUR) - Math.floor(at / DAY) * 24;
    this.hours[hour] = (this.hours[hour] ?? 0) + 1;
    if (this.#days.size < MOST_DAYS) this.#days.add(Math.floor(at / DAY));
    if (!this.#networks) return;
    const network = ip === undefined ? undefined : networkOf(ip);
    if (network !== undefined) this.#networks.add(network);
    if (network === undefined || this.#networks.size > MOST_NETWORKS) this.#networks = undefined;
  }

  /** The number of days, up to the limit. */
  get days(): number {
    return this.#days.size;
  }

  /** All networks in alphabetical order; undefined when there are too many, or some are unknown. */
  get networks(): readonly string[] | undefined {
    return this.#networks && [...this.#networks].sort();
  }
}

const address = new IpAddress();

/** Returns the /24 network of an IPv4 address. An IPv6 address stands for itself, because network sizes vary. */
function networkOf(ip: string): string | undefined {
  const { family, a } = address.read(ip);
  if (family === 0) return undefined;
  // a zone is meaningful on one machine only
  if (family === 6) return ip.toLowerCase().split('%')[0];
  return `${[a >>> 24, (a >>> 16) & 255, (a >>> 8) & 255, 0].join('.')}/24`;
}
