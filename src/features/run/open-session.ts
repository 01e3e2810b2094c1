import type { SuiteServer, SuiteTransport } from '../../artifacts/test-suite/model.ts';
import type { ClientAbilities } from '../../mcp/exchange.ts';
import type { ProtocolChoice } from '../../mcp/protocol.ts';
import type { RunSession } from '../../mcp/run-session.ts';

/** How a server is reached in one combination of the matrix. */
export interface Combination {
  readonly protocol: ProtocolChoice;
  /** Undefined: the one that the server has, stdio if it has both. */
  readonly transport: SuiteTransport | undefined;
  /** What tells it from the others, such as `modern http`. Empty if there is no choice. */
  readonly words: string;
}

/** A session to open: a server, and what the client can answer in it. */
export interface SessionRequest {
  readonly server: SuiteServer;
  readonly combination: Combination;
  readonly abilities: ClientAbilities;
}

/** Opens a session. @throws InputError when the server does not start, or does not speak the protocol asked for */
export type OpenSession = (request: SessionRequest) => Promise<RunSession>;
