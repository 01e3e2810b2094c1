import type { WireSink } from '../../live/wire-sink.ts';
import type { Target } from '../../mcp/target.ts';
import type { Reach } from './reach.ts';
import type { SuiteCase } from './suite-case.ts';

/** Records the one session of a run. */
export interface RunRecording {
  /** Takes what will be run, before anything is started. @throws InputError when it is more than one session */
  readonly begin: (cases: readonly SuiteCase[], reach: Reach) => void;
  /** Returns how to reach the server so that what passes is seen. */
  readonly through: (target: Target) => Promise<Target>;
  /** Takes what passes on stdio. */
  readonly record: () => WireSink;
}
