import type { laneKeys } from '../../artifacts/test-suite/lanes-schema.ts';

/** How each lane of `mcptest all` may begin, and the question that it answers. */
const LANES = {
  security: ['{}', 'does the server try to mislead the model, and did it change since we looked?'],
  conformance: ['{}', 'does it do what the specification of MCP says?'],
  judge: ['{ labels: labels.jsonl, judge_model: my-judge }', 'can we trust the model that grades answers?'],
  model_compat: [
    '{ baseline: recordings/old, candidate: recordings/new }',
    'may we switch the model of the agent?',
  ],
  scenarios: ['[scenario.yml]', 'did the agent behave in its recordings?'],
  evidence: ['{}', 'can others rely on the run?'],
  policy: ['policy.yml', 'may the release go out? It has a rule about the tests alone'],
} as const satisfies Record<keyof typeof laneKeys, readonly [begins: string, question: string]>;

/** Formats the end of a first suite: the lanes that a team can switch on, each a commented line. */
export function formatLaneLines(): string {
  return [
    '',
    '# Beside these tests, `mcptest all` runs what you switch on here: remove the `# ` of a line, and name your own files.',
    '# The CI job of `mcptest init` runs only `mcptest run` and the gate: let it run `mcptest all` instead.',
    ...Object.entries(LANES).map(([key, [begins, question]]) => `# ${key}: ${begins} # ${question}`),
    '# What no rule of the policy looks at decides by itself. `mcptest policy init --out all-policy.yml`, with the reports in',
    '# `.mcptest/report` as its artifacts, writes rules for all of it.',
    '',
  ].join('\n');
}
