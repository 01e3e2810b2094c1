import type { Instant } from '../../time/instant.ts';

/** The threat assessments of agents. Spec (enforcement): "What holds for all". */
export interface Threats {
  /** Returns what an agent was most recently assessed as at a time; undefined if nobody had assessed it. */
  classOf(agent: string, at: Instant): string | undefined;
}
