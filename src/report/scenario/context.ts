import type { Trajectory } from '../../features/scenario/world/trajectory.ts';
import type { Palette } from '../palette.ts';

/** What a format may use in addition to the report. Lists have an element for each scenario of the report, in order. */
export interface ScenarioFormatContext {
  readonly palette: Palette;
  /** Whether to show passing scenarios in full too. */
  readonly verbose: boolean;
  /** The line of the suite on which each scenario begins. */
  readonly lines: readonly number[];
  /** For each scenario, and each of its trials, the run call by call; undefined where it is not shown. */
  readonly trajectories: readonly (readonly (Trajectory | undefined)[])[];
}
