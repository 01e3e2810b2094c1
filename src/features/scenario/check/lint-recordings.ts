import type {
  CheckedRun,
  RecordingCheck,
  RecordingFault,
} from '../../../artifacts/cassette/recordings/check-recording.ts';
import { append } from '../../../values/append.ts';
import { actsInText, dependsOnCalls, unreadOf } from '../judge/caveats.ts';
import type { Scenario } from '../suite/scenario.ts';
import type { SuiteRemark } from './findings.ts';

/** Checks the recordings that a reference in the suite leads to. */
export type CheckRecording = (reference: string) => Promise<RecordingCheck>;

/** Finds recordings that a run would not find, could not read, or would count twice, and rules that do not fit them. */
export async function unusableRecordings(scenario: Scenario, check: CheckRecording): Promise<SuiteRemark[]> {
  const remarks: SuiteRemark[] = [];
  const runs = new Map<string, CheckedRun>();
  for (const [index, written] of scenario.cassettes.entries()) {
    const line = scenario.lineOf(['cassette', index]);
    const checked = await check(written);
    append(
      remarks,
      checked.faults.map((fault) => remarkOn(fault, line)),
    );
    for (const run of checked.runs) {
      const first = runs.get(run.identity);
      if (first) remarks.push(repeats(run, first, line));
      else runs.set(run.identity, run);
    }
  }
  const all = [...runs.values()];
  append(remarks, unseenCalls(scenario, all));
  return [...remarks, ...rulesWithoutServer(scenario, all), ...rulesWithoutAgent(scenario, all)];
}

/** Finds recordings that do not show what the agent called, if the scenario asks for it. */
function unseenCalls(scenario: Scenario, runs: readonly CheckedRun[]): SuiteRemark[] {
  const line = scenario.lineOf(['cassette']);
  return runs.flatMap((run): SuiteRemark[] => {
    const { reference, caveats = [] } = run;
    if (caveats.includes('unread-calls')) {
      return unreadOf(run).map(({ message, help }) => ({
        code: 'unseen-calls',
        line,
        message: `\`${reference}\` ${message}`,
        help,
      }));
    }
    if (!actsInText({ caveats }) || !dependsOnCalls(scenario)) return [];
    const message = `the scenario checks calls, but in \`${reference}\` the agent acted through text, so it proves nothing`;
    return [
      { code: 'unseen-calls', line, message, help: 'assert on `final_responses` only, or record the calls' },
    ];
  });
}

function remarkOn({ kind, reference, problem }: RecordingFault, line: number): SuiteRemark {
  const { message, help } = problem;
  return kind === 'missing'
    ? { code: 'missing-cassette', line, message: `\`${reference}\` ${message}`, help }
    : {
        code: 'unreadable-cassette',
        line,
        message: `\`${reference}\` cannot be replayed: ${message}`,
        help,
      };
}

function repeats({ reference }: CheckedRun, first: CheckedRun, line: number): SuiteRemark {
  return {
    code: 'duplicate-cassette',
    line,
    message: `\`${reference}\` is the same recording as \`${first.reference}\``,
    help: 'give each recording once: a trial must be a run of its own',
  };
}

/** Finds forbidden rules with a server that recordings do not name: a run counts these calls as forbidden. */
function rulesWithoutServer({ forbidden }: Scenario, runs: readonly CheckedRun[]): SuiteRemark[] {
  return forbidden.flatMap(({ tool, server, line }): SuiteRemark[] => {
    const run =
      server === undefined ? undefined : runs.find((each) => [...each.withoutServer].some(tool.matches));
    if (!run) return [];
    return [
      {
        code: 'unnamed-server',
        line,
        message: `the rule against \`${tool.text}\` on the server \`${server}\` cannot be judged: \`${run.reference}\` does not name the server of such a call, which counts as forbidden`,
        help: 'remove `server`, or record the server of each call',
      },
    ];
  });
}

/** Finds forbidden rules with an agent where a recording names no agents: a run counts these calls as forbidden. */
function rulesWithoutAgent({ forbidden }: Scenario, runs: readonly CheckedRun[]): SuiteRemark[] {
  return forbidden.flatMap(({ tool, agent, line }): SuiteRemark[] => {
    const run = agent && runs.find((each) => [...(each.withoutAgents ?? [])].some(tool.matches));
    if (!run) return [];
    return [
      {
        code: 'unnamed-agent',
        line,
        message: `the rule against \`${tool.text}\` by the agent \`${agent.text}\` cannot be judged: \`${run.reference}\` names no agents, so such a call counts as forbidden`,
        help: 'remove `agent`, or record the agent of each call',
      },
    ];
  });
}
