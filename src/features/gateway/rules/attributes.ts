import type { ToolCall } from '../../../artifacts/audit-log/model.ts';
import { normalizeHost } from '../../../net/hosts.ts';
import { IpAddress } from '../../../net/ip.ts';
import type { Instant } from '../../../time/instant.ts';
import type { RegisteredServer } from './model.ts';
import { ZoneClock } from './zone-clock.ts';

/** A call with its time, for rules with time windows. */
export type TimedCall = ToolCall & { readonly at: Instant };

/**
 * Reads the attributes of calls for all rules of a set. The rules ask for the same few attributes, so the last answer
 * is cached. If a call does not describe its target, the server registry does.
 */
export class Attributes {
  readonly #servers: ReadonlyMap<string, RegisteredServer>;
  readonly #clocks = new Map<string, ZoneClock>();
  readonly #address = new IpAddress();
  #writtenHost = '';
  #host = '';

  constructor(servers: readonly RegisteredServer[]) {
    this.#servers = new Map(servers.map((server) => [server.name, server]));
  }

  environmentOf(call: ToolCall): string | undefined {
    return call.resource?.environment ?? this.#serverOf(call)?.environment;
  }

  typeOf(call: ToolCall): string | undefined {
    return call.resource?.type ?? this.#serverOf(call)?.type;
  }

  /** Returns the host as {@link normalizeHost} writes it. */
  hostOf(call: ToolCall): string | undefined {
    const written = call.resource?.host ?? this.#serverOf(call)?.host;
    if (written === undefined) return undefined;
    if (written !== this.#writtenHost) {
      this.#writtenHost = written;
      this.#host = normalizeHost(written);
    }
    return this.#host;
  }

  /** Returns the source address, valid until the next call is read; undefined when it is absent or not an address. */
  addressOf({ ip }: ToolCall): IpAddress | undefined {
    if (ip === undefined) return undefined;
    const address = this.#address.read(ip);
    return address.family === 0 ? undefined : address;
  }

  clock(zone: string): ZoneClock {
    const known = this.#clocks.get(zone);
    if (known) return known;
    const clock = new ZoneClock(zone);
    this.#clocks.set(zone, clock);
    return clock;
  }

  #serverOf({ server }: ToolCall): RegisteredServer | undefined {
    return server === undefined ? undefined : this.#servers.get(server);
  }
}
