import type { Passed } from '../mcp/passed.ts';
import type { ChildEnd } from './child.ts';

/** Takes what passes between this program and a server that it started. */
export interface WireSink {
  readonly take: (passed: Passed) => void;
  /** Called when the server ends by itself. */
  readonly ended: (t: number, end: ChildEnd) => void;
}
