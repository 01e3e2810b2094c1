import type { Remark } from '../../../findings/finding.ts';
import { ERRORS_AND_WARNINGS } from '../../../findings/severity.ts';
import type { CodeOf, FindingTable } from '../../../findings/table.ts';

/**
 * Everything that `scenario check` can report. An error means that the scenario fails whatever the agent does, or that
 * its verdict proves nothing.
 */
export const SUITE_FINDINGS = {
  severities: ERRORS_AND_WARNINGS,
  subjects: { scenario: 'scenario' },
  kinds: {
    'missing-cassette': {
      severity: 'error',
      title: 'a recording does not exist, or is outside the folder of the suite',
    },
    'unreadable-cassette': {
      severity: 'error',
      title:
        'a recording exists but cannot be replayed: it is a folder, its pointer matches nothing, or it is not a recording',
    },
    'duplicate-cassette': {
      severity: 'error',
      title: 'a scenario has the same recording twice, under whatever name: it would count as two trials',
    },
    'unseen-calls': {
      severity: 'error',
      title:
        'the scenario checks calls, but the agent of a recording acted through text, or the recording has parts that look like calls and are not read: the run cannot pass',
    },
    'unnamed-server': {
      severity: 'warning',
      title:
        'a forbidden rule has a `server`, but a recording does not name the server of a call to the tool: the call counts as forbidden',
    },
    'unnamed-agent': {
      severity: 'warning',
      title:
        'a forbidden rule has an `agent`, but a recording with a call to the tool names no agents: the call counts as forbidden',
    },
    'unreachable-state': {
      severity: 'error',
      title: '`expect_state` expects a value that the seed does not contain and no effect can produce',
    },
    'golden-undeclared-tool': {
      severity: 'error',
      title:
        'a golden path calls a tool that is not declared, or only for another server: following the path is an invalid action',
    },
    'golden-forbidden-tool': {
      severity: 'error',
      title: 'a golden path calls a forbidden tool: following the path fails the scenario',
    },
    'impossible-condition': {
      severity: 'error',
      title: 'no call can meet a condition: the forbidden rule, or the golden step, never applies',
    },
    'unknown-target': {
      severity: 'error',
      title:
        'the target of an assertion never exists in a report: the assertion always fails, or with `absent` always passes',
    },
    'unknown-state': {
      severity: 'warning',
      title: 'a path leads to a part of the world that the seed does not contain and no effect creates',
    },
    'misspelt-operation': {
      severity: 'warning',
      title: 'a value in an effect looks like an operation but is not one: it is used as written',
    },
    'misspelt-guard': {
      severity: 'warning',
      title: 'a value in `expect_state` looks like a guard but is not one: it is compared as written',
    },
    'unreachable-transition': {
      severity: 'warning',
      title:
        'a transition is never tried: an earlier one takes all its calls, they are all forbidden, or its conditions contradict each other',
    },
    'escalation-undeclared-tool': {
      severity: 'warning',
      title: 'an escalation tool has no transition, so every call to it is also an invalid action',
    },
    'no-oracle': {
      severity: 'warning',
      title:
        'a scenario states nothing that must hold at the end: it has no `expect_state`, `expect_unchanged` or `expect`',
    },
  },
} as const satisfies FindingTable<keyof typeof ERRORS_AND_WARNINGS>;

/** The stable code of a finding, for programs: part of the interface. */
export type SuiteFindingCode = CodeOf<typeof SUITE_FINDINGS>;

/** A finding before it is assigned to its scenario. */
export interface SuiteRemark extends Remark<SuiteFindingCode> {
  /** Where the offending part begins in the suite, from 1. */
  readonly line: number;
}
