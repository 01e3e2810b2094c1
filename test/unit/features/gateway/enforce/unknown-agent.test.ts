import { describe, expect, it } from 'vitest';
import { readThreats } from '../../../../../src/artifacts/threats/read.ts';
import { Decider, type DeciderSettings } from '../../../../../src/features/gateway/enforce/decider.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';

const RULES = `version: "1"
agents: [{id: bot, labels: [ci]}, {id: bare}, {id: none, labels: []}]
policies:
  - {name: a, toolPattern: x, action: deny, context: {agent: {labels: {anyOf: [guest]}}}}
  - {name: b, toolPattern: x, action: deny, context: {agent: {labels: {anyOf: [staff], negate: true}}}}
  - {name: c, toolPattern: x, action: deny, context: {mlThreatClass: {anyOf: [jailbreak]}}}
  - {name: d, toolPattern: x, action: deny}
  - {name: e, toolPattern: x, action: deny, enabled: false, context: {agent: {labels: {anyOf: [guest]}}}}
`;
const threats = readThreats('{"agent":"bot","class":"jailbreak","at":"2026-06-01T00:00:00Z"}\n', 't.ndjson');

const warnings = (settings: DeciderSettings) => new Decider(parseRuleSet(RULES, 'p.yml'), settings).warnings;
const told = (settings: DeciderSettings) =>
  warnings(settings).map(({ position, message, help }) => `${position?.line}: ${message} (${help})`);

describe('rules on an agent that is not known', () => {
  it('are named, with what to add', () => {
    const labels = 'pass --agent-id ID, and add `agents: [{ id: ID, labels: [...] }]` to the rule set';
    expect(told({})).toEqual([
      `4: rule \`a\` looks at \`agent.labels\`, but which agent calls is not known, so it never matches (${labels})`,
      `5: rule \`b\` looks at \`agent.labels\`, but which agent calls is not known, so its negated condition always holds (${labels})`,
      '6: rule `c` looks at `mlThreatClass`, but which agent calls is not known, so it never matches (pass --agent-id ID and --threats FILE)',
    ]);
    expect(warnings({})[0]).toMatchObject({ file: 'p.yml' });
    expect(told({ threats })[2]).toContain('(pass --agent-id ID)');
  });

  it.each(['bare', 'other'])('are named for an agent without labels: %s', (id) => {
    const found = told({ agent: { id }, threats });
    expect(found).toHaveLength(2);
    expect(found[0]).toBe(
      `4: rule \`a\` looks at \`agent.labels\`, but \`agents\` gives \`${id}\` no labels, so it never matches (add \`agents: [{ id: ${id}, labels: [...] }]\` to the rule set; \`labels: []\` says that it has none)`,
    );
  });

  it('are not named where all that they ask for is known', () => {
    expect(told({ agent: { id: 'bot' }, threats })).toEqual([]);
    expect(told({ agent: { id: 'none' }, threats }), 'it is known to have no labels').toEqual([]);
    expect(told({ agent: { id: 'other', labels: ['ci'] }, threats })).toEqual([]);
    expect(told({ agent: { id: 'bot' } })).toEqual([
      '6: rule `c` looks at `mlThreatClass`, but no threat assessments are known, so it never matches (pass --threats FILE)',
    ]);
  });
});
