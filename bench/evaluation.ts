import type { Fact } from '../src/facts/fact.ts';
import { parsePolicy } from '../src/features/policy/policy-file.ts';
import { evaluate } from '../src/rules/evaluate.ts';
import { median, timeOf } from './measure.ts';

const RULES = 10_000;

/** Times the evaluator alone: a policy of 10,000 rules, a waiver on every tenth, half of the rules false. */
export function measureEvaluation(): void {
  const rules = Array.from(
    { length: RULES },
    (_, index) =>
      `  - {id: rule-${index}, fact: ${index % 2 ? 'run.failed' : 'run.passed'}, max: ${index % 3}}\n`,
  );
  const waivers = Array.from(
    { length: RULES / 10 },
    (_, index) => `  - {rule: rule-${index * 10}, owner: o, reason: r, expiry: "2099-01-01T00:00:00Z"}\n`,
  );
  const text = `version: "1.0"\nrules:\n${rules.join('')}waivers:\n${waivers.join('')}`;
  const start = performance.now();
  const policy = parsePolicy(text, 'policy.yml');
  const loading = performance.now() - start;

  const fact = (name: string, value: number): [string, Fact] => [
    name,
    { name, value, artifact: 'run-report', path: 'r' },
  ];
  const facts = new Map([fact('run.failed', 1), fact('run.passed', 2)]);
  const now = Date.UTC(2026, 0, 1);
  const first = timeOf(() => evaluate(policy, facts, now));
  const times = Array.from({ length: 50 }, () => timeOf(() => evaluate(policy, facts, now)));
  console.log(`evaluation: ${RULES.toLocaleString('en')} rules and ${RULES / 10} waivers, after loading`);
  console.log(
    `  first run ${first.toFixed(1)} ms, median of 50 more ${median(times).toFixed(1)} ms; target at most 20 ms`,
  );
  console.log(`  loading the policy of ${Math.round(text.length / 1000)} kB took ${loading.toFixed(0)} ms\n`);
}
