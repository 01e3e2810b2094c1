import type { AuditRecord } from '../../../artifacts/audit-log/model.ts';
import { IpAddress } from '../../../net/ip.ts';
import { DAY } from '../../../time/duration.ts';

const HOUR = DAY / 24;

/** So many days are told apart: enough to see that something is a habit. */
const MOST_DAYS = 32;

/** From more networks than this, there is nothing to be said. */
const MOST_NETWORKS = 3;

/** When and from where something is used, in bounded memory. */
export class HabitsTally {
  calls = 0;
  /** Calls by the hour of the day in UTC. */
  readonly hours: number[] = new Array<number>(24).fill(0);
  readonly #days = new Set<number>();
  /** Undefined when there are too many, or a call did not say where it came from. */
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

  /** On how many days, as far as they are counted. */
  get days(): number {
    return this.#days.size;
  }

  /** All networks in alphabetical order; undefined when they are too many, or not all are known. */
  get networks(): readonly string[] | undefined {
    return this.#networks && [...this.#networks].sort();
  }
}

const address = new IpAddress();

/** The network of an IPv4 address, /24; an IPv6 address alone: who numbers those, and how, is not known. */
function networkOf(ip: string): string | undefined {
  const { family, a } = address.read(ip);
  if (family === 0) return undefined;
  // a zone names an interface of one machine
  if (family === 6) return ip.toLowerCase().split('%')[0];
  return `${[a >>> 24, (a >>> 16) & 255, (a >>> 8) & 255, 0].join('.')}/24`;
}
