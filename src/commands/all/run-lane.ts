import { InputError, NothingSelectedError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import type { LaneName } from '../../features/all/report-schema.ts';
import type { Ports } from '../../ports.ts';

/** A command that is to run, and the files that it writes. */
export interface Lane {
  readonly name: LaneName;
  /** The suite of scenarios, or the server where there are several. */
  readonly input?: string;
  /** The names of its files, without endings. */
  readonly stem: string;
  readonly run: (ports: Ports) => Promise<ExitCode>;
}

/** What came of a lane. */
export interface LaneRun {
  readonly lane: Lane;
  readonly exitCode: ExitCode;
  /** Its report for people. */
  readonly said: string;
  /** What it wrote to standard error: warnings. */
  readonly told: string;
  /** Why it could not run. */
  readonly problems: InputError['diagnostics'];
}

/**
 * Runs a command as it runs on its own, except that its output is kept.
 * @throws only bugs: that a command cannot evaluate is an answer here
 */
export async function runLane(lane: Lane, ports: Ports): Promise<LaneRun> {
  const said: string[] = [];
  const told: string[] = [];
  const keep = (texts: string[]) => ({ isTerminal: false, write: (text: string) => void texts.push(text) });
  const inside: Ports = {
    ...ports,
    // lines are not fitted into the width of a terminal
    env: { ...ports.env, COLUMNS: undefined },
    stdout: keep(said),
    stderr: keep(told),
  };
  try {
    const exitCode = await lane.run(inside);
    return { lane, exitCode, said: said.join(''), told: told.join(''), problems: [] };
  } catch (error) {
    if (!(error instanceof InputError || error instanceof NothingSelectedError)) throw error;
    const { diagnostics: problems } = error;
    const exitCode = error instanceof InputError ? EXIT.unable : EXIT.nothingSelected;
    return { lane, exitCode, said: said.join(''), told: told.join(''), problems };
  }
}
