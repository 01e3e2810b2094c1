import type { SuiteCall, SuiteServer } from '../../artifacts/test-suite/model.ts';
import type { ClientAbilities } from '../../mcp/exchange.ts';
import type { RunSession } from '../../mcp/run-session.ts';
import type { Combination, OpenSession } from './open-session.ts';
import type { SessionRun } from './run-model.ts';

interface Entry {
  readonly server: SuiteServer;
  readonly abilities: ClientAbilities;
  session?: RunSession;
}

/**
 * The sessions of one combination: one for each server and each set of abilities of the client, because a server learns
 * those once. All are opened before the first call, so a server that does not start ends the run before it changes anything.
 */
export class SessionPool {
  readonly #entries = new Map<string, Entry>();
  readonly #combination: Combination;

  /** @param calls all calls that may be made */
  constructor(servers: readonly SuiteServer[], calls: readonly SuiteCall[], combination: Combination) {
    this.#combination = combination;
    for (const call of calls) {
      const server = servers.find(({ name }) => name === call.server);
      if (!server) throw new TypeError(`no server is called ${call.server}`);
      this.#entries.set(keyOf(call), { server, abilities: call.client.capabilities });
    }
  }

  /** Opens all sessions. @throws the error of the first that cannot be opened; close the pool then too */
  async open(open: OpenSession): Promise<void> {
    const opened = await Promise.allSettled(
      [...this.#entries.values()].map(async (entry) => {
        const { server, abilities } = entry;
        entry.session = await open({ server, abilities, combination: this.#combination });
      }),
    );
    for (const result of opened) if (result.status === 'rejected') throw result.reason;
  }

  /** Returns the session for a call. */
  sessionOf(call: SuiteCall): RunSession {
    const session = this.#entries.get(keyOf(call))?.session;
    if (!session) throw new TypeError(`no session is open with ${call.server}`);
    return session;
  }

  /** Closes all sessions. Returns what they were. Never rejects. */
  async close(): Promise<SessionRun[]> {
    const open = [...this.#entries.values()].flatMap(({ session, ...rest }) =>
      session ? [{ ...rest, session, died: !session.isOpen }] : [],
    );
    await Promise.all(open.map(({ session }) => session.close()));
    return open.map(({ server, abilities, session, died }) => ({
      name: server.name,
      combination: this.#combination,
      session: { server: session.server, transport: session.transport, listing: session.listing },
      abilities: Object.keys(abilities),
      traces: session.traces,
      died: died || session.traces.died === true,
    }));
  }
}

function keyOf({ server, client }: SuiteCall): string {
  return JSON.stringify([server, client.capabilities]);
}
