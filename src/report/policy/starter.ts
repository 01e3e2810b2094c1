import { ARTIFACTS, flagOf } from '../../artifacts/kinds.ts';
import type { GivenArtifact } from '../../artifacts/load-given.ts';
import { toYamlFlow } from '../../documents/yaml-flow.ts';
import { findFact } from '../../facts/catalog.ts';
import { renderFact } from '../../facts/fact.ts';
import type { StarterRule } from '../../features/policy/starter.ts';
import { COMPARATOR_NAMES } from '../../rules/comparators.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { DAY } from '../../time/duration.ts';
import { formatInstant, type Instant } from '../../time/instant.ts';
import { plural } from '../plural.ts';
import { shellCommand } from '../shell-command.ts';

/** The number of days after which the waiver in the template expires. */
const WAIVER_DAYS = 90;

/**
 * Formats a starter policy with a comment on each rule. It always loads, and `policy check` finds nothing in it.
 * @param schema the path of the JSON Schema of policies, as seen from the file; undefined if it is not installed
 */
export function formatStarterPolicy(
  rules: readonly StarterRule[],
  schema: string | undefined,
  now: Instant,
): string {
  return `${schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n#\n`}# A release gate: each rule checks one fact with one comparator (${COMPARATOR_NAMES.join(', ')}).
# \`mcptest policy facts\` lists all facts; \`mcptest policy check\` lints this file.
version: "1.0"
rules:
${rules.map(formatRule).join('\n')}
# A waiver tolerates the failure of one rule until a date. From then on the gate fails again: fix the problem, or
# renew the waiver.
# waivers:
#   - rule: ${rules[0]?.id}
#     owner: your-team
#     reason: why the failure is tolerated
#     expiry: "${formatInstant(Math.ceil(now / DAY + WAIVER_DAYS) * DAY)}"
#     issue: GH-1234
`;
}

/** Formats the output of `policy init`: what it wrote, and the command to run next. */
export function formatNextSteps(
  rules: readonly StarterRule[],
  path: string,
  artifacts: readonly Pick<GivenArtifact, 'kind' | 'given'>[],
): string {
  const values = artifacts.flatMap(({ kind, given }) => given.flatMap((value) => [flagOf(kind), value]));
  const inputs = values.length > 0 ? values : ['--run-report', 'run.json'];
  const next = shellCommand(['mcptest', 'policy', 'simulate', '--policy', path, ...inputs, '--gate']);
  return [
    `wrote ${escapeForTerminal(path)} with ${plural(rules.length, 'rule')}`,
    ...(values.length > 0 ? [] : ['pass artifacts to get more rules: see `mcptest policy init --help`']),
    '',
    'read it, then run',
    `  ${next}`,
    '',
  ].join('\n');
}

function formatRule({ id, fact, comparison, severity, purpose, present }: StarterRule): string {
  const { comparator, expected } = comparison;
  const now = present
    ? `${renderFact(present.value)}, from ${present.path}`
    : `unknown without a ${titleOf(fact)}`;
  return [
    `  # ${purpose}`,
    `  # now: ${escapeForTerminal(now)}`,
    `  - id: ${id}`,
    `    fact: ${fact}`,
    `    ${comparator}: ${toYamlFlow(expected)}`,
    ...(severity === 'warn' ? ['    severity: warn'] : []),
    '',
  ].join('\n');
}

function titleOf(fact: string): string {
  const definition = findFact(fact);
  return definition ? `${ARTIFACTS[definition.artifact].title} (${flagOf(definition.artifact)})` : 'artifact';
}
