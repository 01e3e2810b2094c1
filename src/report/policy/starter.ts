import { ARTIFACTS, flagOf } from '../../artifacts/kinds.ts';
import type { LoadedArtifact } from '../../artifacts/load.ts';
import { findFact } from '../../facts/catalog.ts';
import { renderFact } from '../../facts/fact.ts';
import type { StarterRule } from '../../features/policy/starter.ts';
import { COMPARATOR_NAMES } from '../../rules/comparators.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { DAY } from '../../time/duration.ts';
import { formatInstant, type Instant } from '../../time/instant.ts';
import { plural } from '../plural.ts';
import { schemaPath } from '../schema-path.ts';
import { shellCommand } from '../shell-command.ts';

/** How far ahead the waiver of the template ends. */
const WAIVER_DAYS = 90;

/** A policy file as text, with a comment on each rule. It always loads, and has no findings. */
export function formatStarterPolicy(rules: readonly StarterRule[], path: string, now: Instant): string {
  return `# yaml-language-server: $schema=${schemaPath(path, 'policy.v1')}
#
# A release gate: each rule holds one fact against one comparator (${COMPARATOR_NAMES.join(', ')}).
# \`mcptest policy facts\` lists all facts there are; \`mcptest policy check\` lints this file.
version: "1.0"
rules:
${rules.map(formatRule).join('\n')}
# A waiver tolerates the failure of one rule until a date. From then on the gate fails: mend the rule, or renew
# the promise.
# waivers:
#   - rule: ${rules[0]?.id}
#     owner: your-team
#     reason: why the failure is tolerated
#     expiry: "${formatInstant(Math.ceil(now / DAY + WAIVER_DAYS) * DAY)}"
#     issue: GH-1234
`;
}

/** What `policy init` says when it has written a policy: what is in it, and the command that comes next. */
export function formatNextSteps(
  rules: readonly StarterRule[],
  path: string,
  artifacts: readonly Pick<LoadedArtifact, 'kind' | 'path'>[],
): string {
  const given = artifacts.flatMap((artifact) => [flagOf(artifact.kind), artifact.path]);
  const inputs = given.length > 0 ? given : ['--run-report', 'run.json'];
  const next = shellCommand(['mcptest', 'policy', 'simulate', '--policy', path, ...inputs, '--gate']);
  return [
    `wrote ${escapeForTerminal(path)} with ${plural(rules.length, 'rule')}`,
    ...(given.length > 0 ? [] : ['pass it artifacts for more rules: see `mcptest policy init --help`']),
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
    `    ${comparator}: ${toFlow(expected)}`,
    ...(severity === 'warn' ? ['    severity: warn'] : []),
    '',
  ].join('\n');
}

/** A literal, or a list of them on one line. JSON is YAML. */
function toFlow(expected: StarterRule['comparison']['expected']): string {
  if (typeof expected !== 'object') return JSON.stringify(expected);
  return `[${expected.map((value) => JSON.stringify(value)).join(', ')}]`;
}

function titleOf(fact: string): string {
  const definition = findFact(fact);
  return definition ? `${ARTIFACTS[definition.artifact].title} (${flagOf(definition.artifact)})` : 'artifact';
}
