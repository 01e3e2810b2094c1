import type { ChildEnd } from './child.ts';
import type { Passing } from './record-stdio.ts';

/** Takes what passes between this program and a server that it started. */
export interface WireSink {
  readonly take: (passing: Passing) => void;
  /** Called when the server ends by itself. */
  readonly ended: (t: number, end: ChildEnd) => void;
}
