import type { ToolCall } from '../../../artifacts/audit-log/model.ts';
import { readHost } from '../../../net/hosts.ts';
import { IpAddress, sourceAddress } from '../../../net/ip.ts';
import type { Instant } from '../../../time/instant.ts';
import { present } from '../../../values/own-property.ts';
import { type Environments, environmentsOf, meantEnvironment } from './environments.ts';
import type { RegisteredAgent, RegisteredServer, RuleSetFile } from './model.ts';
import { ZoneClock } from './zone-clock.ts';

/** A call with its time, for rules with time windows. */
export type TimedCall = ToolCall & { readonly at: Instant };

/** What the attributes of calls depend on, apart from the calls. */
export type AttributeSettings = Pick<RuleSetFile, 'rules' | 'servers' | 'agents' | 'trustForwarded'>;

/**
 * Reads the attributes of calls for all rules of a set. The rules ask for the same few attributes, so the last answer
 * is cached. What the server registry knows about the target of a call wins over what the call says, so a call cannot
 * evade a rule by describing itself.
 */
export class Attributes {
  readonly #servers: ReadonlyMap<string, RegisteredServer>;
  readonly #agents: ReadonlyMap<string, RegisteredAgent>;
  readonly #environments: Environments;
  readonly #trustForwarded: boolean;
  readonly #clocks = new Map<string, ZoneClock>();
  readonly #address = new IpAddress();
  /** The last call that was read, and its target. */
  #call: ToolCall | undefined;
  #environment: string | undefined;
  #type: string | undefined;
  #hostOfCall: string | undefined;
  #writtenHost = '';
  #host: string | undefined;
  #writtenEnvironment = '';
  #isKnown = false;

  constructor(settings: AttributeSettings) {
    this.#servers = new Map(settings.servers.map((server) => [server.name, server]));
    this.#agents = new Map(settings.agents.map((agent) => [agent.id, agent]));
    this.#environments = environmentsOf(settings);
    this.#trustForwarded = settings.trustForwarded ?? false;
  }

  environmentOf(call: ToolCall): string | undefined {
    if (call !== this.#call) this.#read(call);
    return this.#environment;
  }

  typeOf(call: ToolCall): string | undefined {
    if (call !== this.#call) this.#read(call);
    return this.#type;
  }

  /** Returns the host as {@link readHost} writes it; undefined when it is absent or not a host. */
  hostOf(call: ToolCall): string | undefined {
    if (call !== this.#call) this.#read(call);
    const written = this.#hostOfCall;
    if (written === undefined) return undefined;
    if (written !== this.#writtenHost) {
      this.#writtenHost = written;
      this.#host = readHost(written);
    }
    return this.#host;
  }

  /** Reads the target of a call once for all rules. */
  #read(call: ToolCall): void {
    const { resource } = call;
    const server = this.#serverOf(call);
    this.#call = call;
    this.#environment = server?.environment ?? this.#known(resource?.environment);
    this.#type = server?.type ?? (resource?.type || undefined);
    this.#hostOfCall = server?.host ?? resource?.host;
  }

  /** Returns the environment that a call states; undefined when it is empty or another spelling of a known one. */
  #known(written: string | undefined): string | undefined {
    if (!written) return undefined;
    if (written !== this.#writtenEnvironment) {
      this.#writtenEnvironment = written;
      this.#isKnown = meantEnvironment(written, this.#environments) === undefined;
    }
    return this.#isKnown ? written : undefined;
  }

  /** Returns the call with what the registry knows about its target. */
  withRegistry<T extends ToolCall>(call: T): T {
    const server = this.#serverOf(call);
    if (!server) return call;
    return { ...call, resource: { ...call.resource, ...present(pickResource(server)) } };
  }

  /** Whether the registry has a server. */
  isRegistered(server: string | undefined): boolean {
    return server !== undefined && this.#servers.has(server);
  }

  /** Returns the labels of the agent: those in the registry, else those that the call states. */
  labelsOf({ agent }: ToolCall): readonly string[] | undefined {
    const registered = agent?.id === undefined ? undefined : this.#agents.get(agent.id);
    return registered?.labels ?? agent?.labels;
  }

  /** Returns the source address, valid until the next call is read; undefined when it is absent or not an address. */
  addressOf({ ip }: ToolCall): IpAddress | undefined {
    if (ip === undefined) return undefined;
    const address = this.#address.read(ip);
    if (address.family !== 0) return address;
    return address.read(sourceAddress(ip, this.#trustForwarded)).family === 0 ? undefined : address;
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

/** Returns what the registry can know about the target of a call. */
export function pickResource({ environment, type, host }: RegisteredServer) {
  return { environment, type, host };
}
