import type { Remark } from '../../../findings/finding.ts';
import { ERRORS_AND_WARNINGS } from '../../../findings/severity.ts';
import type { CodeOf, FindingTable } from '../../../findings/table.ts';

/**
 * Everything that `scenario check` can find. An error makes the scenario fail, or its answer worthless, whatever the
 * agent does.
 */
export const SUITE_FINDINGS = {
  severities: ERRORS_AND_WARNINGS,
  subjects: { scenario: 'scenario' },
  kinds: {
    'missing-cassette': {
      severity: 'error',
      title: 'a recording is not there, or lies outside of the folder of the suite',
    },
    'unreadable-cassette': {
      severity: 'error',
      title:
        'a recording is there, but cannot be replayed: a folder, a pointer that hits nothing, no recording',
    },
    'unreachable-state': {
      severity: 'error',
      title: '`expect_state` wants what neither the seed holds nor any effect can bring about',
    },
    'golden-undeclared-tool': {
      severity: 'error',
      title:
        'a golden path calls a tool that no transition declares, or none for its server: following it is an invalid action',
    },
    'golden-forbidden-tool': {
      severity: 'error',
      title: 'a golden path calls a tool that is forbidden: following it fails the scenario',
    },
    'impossible-condition': {
      severity: 'error',
      title: 'a condition that nothing fulfils: the forbidden rule, or the golden step, never applies',
    },
    'unknown-target': {
      severity: 'error',
      title: 'an assertion is on what no report can hold: it can only fail, or, with `absent`, only pass',
    },
    'unknown-state': {
      severity: 'warning',
      title: 'a path leads into a part of the world that neither the seed holds nor any effect makes',
    },
    'misspelt-operation': {
      severity: 'warning',
      title: 'the value of an effect looks like an operation, but is none, and is set as it stands',
    },
    'misspelt-guard': {
      severity: 'warning',
      title: 'a value of `expect_state` looks like a guard, but is none, and is compared as it stands',
    },
    'unreachable-transition': {
      severity: 'warning',
      title:
        'a transition is never tried: an earlier one takes all of its calls, they are forbidden, or its conditions contradict each other',
    },
    'escalation-undeclared-tool': {
      severity: 'warning',
      title: 'an escalation tool has no transition, so that each escalation is an invalid action too',
    },
    'no-oracle': {
      severity: 'warning',
      title:
        'a scenario states nothing that must hold at the end: no `expect_state`, `expect_unchanged` or `expect`',
    },
  },
} as const satisfies FindingTable<keyof typeof ERRORS_AND_WARNINGS>;

/** What kind of finding it is, for programs: part of the interface. */
export type SuiteFindingCode = CodeOf<typeof SUITE_FINDINGS>;

/** Something that a lint has to say, before it is known of which scenario. */
export interface SuiteRemark extends Remark<SuiteFindingCode> {
  /** Where the offending part begins in the suite, from 1. */
  readonly line: number;
}
