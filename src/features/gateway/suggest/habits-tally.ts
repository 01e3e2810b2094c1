import type { AuditRecord } from '../../../artifacts/audit-log/model.ts';
import type { IpAddress } from '../../../net/ip.ts';
import { DAY } from '../../../time/duration.ts';
import type { Attributes } from '../rules/attributes.ts';

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
  /** Whether the hours are those of all calls; the log of another program may have calls without a time. */
  isDated = true;
  readonly #days = new Set<number>();
  /** Undefined when there are too many, or a call did not state its source address. */
  #networks: Set<string> | undefined = new Set();

  add(record: AuditRecord, attributes: Attributes): void {
    const { at } = record;
    this.calls++;
    if (at === undefined) this.isDated = false;
    else {
      const hour = Math.floor(at / HOUR) - Math.floor(at / DAY) * 24;
      this.hours[hour] = (this.hours[hour] ?? 0) + 1;
      if (this.#days.size < MOST_DAYS) this.#days.add(Math.floor(at / DAY));
    }
    if (!this.#networks) return;
    const network = networkOf(attributes.addressOf(record));
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

/** Returns the /24 network of an IPv4 address. An IPv6 address stands for itself, because network sizes vary. */
function networkOf(address: IpAddress | undefined): string | undefined {
  if (address === undefined) return undefined;
  return address.family === 6 ? address.toString() : `${address.toString().replace(/\d+$/, '0')}/24`;
}
