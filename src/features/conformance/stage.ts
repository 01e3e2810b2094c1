import type { Peer } from '../../mcp/peer.ts';
import type { Transport } from './check.ts';
import type { Talk } from './talk.ts';
import type { Verdicts } from './verdicts.ts';
import type { Watch } from './watch.ts';

/** How to reach the server. */
export interface Reach {
  readonly transport: Transport;
  /** Over HTTP. */
  readonly url: string;
  /** Opens a connection of its own. It is closed when the checks that use it have ended. */
  readonly open: () => Peer;
  /** Awaited in long work without requests: handles an interrupt. @throws when there was one */
  readonly breathe?: () => Promise<void>;
}

/** What the checks of an era work with, after the opening. */
export interface Stage {
  /** The connection that was opened. */
  readonly talk: Talk;
  readonly verdicts: Verdicts;
  readonly watch: Watch;
  readonly reach: Reach;
  /** Does something on a connection of its own. */
  readonly apart: (work: (talk: Talk) => Promise<void>) => Promise<void>;
}
