import type { Trajectory } from '../../features/scenario/world/trajectory.ts';
import type { Palette } from '../palette.ts';

/** What a format may depend on beside the report; lists are parallel to the scenarios of the report. */
export interface ScenarioFormatContext {
  readonly palette: Palette;
  /** Whether passing scenarios are shown in full too. */
  readonly verbose: boolean;
  /** The line of the suite at which each scenario begins. */
  readonly lines: readonly number[];
  /** For each scenario, and each of its trials, the run call by call, where it is to be shown. */
  readonly trajectories: readonly (readonly (Trajectory | undefined)[])[];
}
