import { describe, expect, it } from 'vitest';
import { LiveRules } from '../../../../src/commands/gateway/live-rules.ts';
import { sha256 } from '../../../../src/node/sha256.ts';
import type { FileWatch, Ports } from '../../../../src/ports.ts';
import { memoryFiles } from '../../../support/memory-files.ts';

type EnforceOptions = ConstructorParameters<typeof LiveRules>[0];

const AT = Date.parse('2026-06-01T12:00:00Z');
const rulesThat = (action: string) =>
  `version: "1"\npolicies: [{name: it, toolPattern: run, action: ${action}}]\n`;
const BY_CLASS =
  'version: "1"\npolicies: [{name: it, toolPattern: run, action: deny, context: {mlThreatClass: {anyOf: [jailbreak]}}}]\n';
const assessed = (threat: string) => `{"agent":"bot","class":"${threat}","at":"2026-06-01T00:00:00Z"}\n`;

function setUp(files: Record<string, string>, options = {}) {
  const memory = memoryFiles(files);
  let stderr = '';
  let change = () => {};
  let isClosed = false;
  const fileWatch: FileWatch = {
    next: () =>
      new Promise((resolve) => {
        change = () => resolve([]);
      }),
    close() {
      isClosed = true;
    },
  };
  const ports = {
    files: memory,
    sha256,
    watch: () => fileWatch,
    stderr: {
      isTerminal: false,
      write(text: string) {
        stderr += text;
      },
    },
  } as unknown as Ports;
  const rules = new LiveRules({ policies: 'p.yml', agentId: 'bot', ...options } as EnforceOptions, ports);
  const decision = () => rules.enforcer.decider.decide({ tool: 'run', at: AT }).verdict.decision;
  /** Says that files have changed, and waits until they were read. */
  async function changed(): Promise<string> {
    stderr = '';
    change();
    // the rules follow in microtasks
    await new Promise(setImmediate);
    return stderr;
  }
  return { rules, texts: memory.texts, decision, changed, atStart: stderr, isClosed: () => isClosed };
}

describe('rules that are enforced while their file changes', () => {
  it('take effect at once', async () => {
    const { texts, decision, changed } = setUp({ 'p.yml': rulesThat('deny') });
    expect(decision()).toBe('deny');
    texts['p.yml'] = rulesThat('require_approval');
    expect(await changed()).toBe('p.yml has changed; its rules are in force\n');
    expect(decision()).toBe('require_approval');
    expect(await changed()).toBe('');
  });

  it.each([
    ['faulty', 'version: 1\n  policies: -', /^p\.yml.*error: /],
    ['missing', undefined, /^p\.yml.*error: /],
  ])('stay in force while the file is %s', async (_, text, error) => {
    const { texts, decision, changed } = setUp({ 'p.yml': rulesThat('deny') });
    if (text === undefined) delete texts['p.yml'];
    else texts['p.yml'] = text;
    const told = await changed();
    expect(told).toMatch(error);
    expect(told).toContain('p.yml is faulty; the rules from before stay in force\n');
    expect(decision()).toBe('deny');
    texts['p.yml'] = rulesThat('require_approval');
    await changed();
    expect(decision()).toBe('require_approval');
  });

  it('take changed assessments, and keep the old ones while they are faulty', async () => {
    const given = { 'p.yml': BY_CLASS, 't.ndjson': assessed('malware') };
    const { texts, decision, changed } = setUp(given, { threats: 't.ndjson' });
    expect(decision()).toBe('allow');
    texts['t.ndjson'] = assessed('jailbreak');
    expect(await changed()).toBe('t.ndjson has changed; its assessments are in force\n');
    expect(decision()).toBe('deny');
    texts['t.ndjson'] = '{"agent":';
    expect(await changed()).toContain('t.ndjson is faulty; the assessments from before stay in force\n');
    expect(decision()).toBe('deny');
  });

  it('are not read any more after they were closed', async () => {
    const { rules, texts, decision, changed, isClosed } = setUp({ 'p.yml': rulesThat('deny') });
    rules.close();
    expect(isClosed()).toBe(true);
    texts['p.yml'] = rulesThat('require_approval');
    expect(await changed()).toBe('');
    expect(decision()).toBe('deny');
  });

  it('are named at the start and after a change, where they ask for what is not known of the agent', async () => {
    const byLabel = (agents: string) =>
      `version: "1"\n${agents}policies: [{name: it, toolPattern: run, action: deny, context: {agent: {labels: {anyOf: [guest]}}}}]\n`;
    const { atStart, texts, decision, changed } = setUp({ 'p.yml': byLabel('') });
    const warning =
      'p.yml:2:1: warning: rule `it` looks at `agent.labels`, but `agents` gives `bot` no labels, so it never matches\n' +
      '  help: add `agents: [{ id: bot, labels: [...] }]` to the rule set; `labels: []` says that it has none\n';
    expect(atStart).toBe(warning);
    expect(decision()).toBe('allow');
    texts['p.yml'] = byLabel('agents: [{id: bot, labels: [guest]}]\n');
    expect(await changed()).toBe('p.yml has changed; its rules are in force\n');
    expect(decision()).toBe('deny');
    texts['p.yml'] = byLabel('agents: [{id: other, labels: [guest]}]\n');
    expect(await changed()).toContain('`agents` gives `bot` no labels, so it never matches');
  });

  it('are not watched where nothing can be watched', () => {
    const ports = { files: memoryFiles({ 'p.yml': rulesThat('deny') }), sha256 } as unknown as Ports;
    const rules = new LiveRules({ policies: 'p.yml' } as EnforceOptions, ports);
    rules.noteFault('nothing is logged', AT);
    rules.close();
    expect(rules.enforcer.decider.decide({ tool: 'run', at: AT }).verdict.decision).toBe('deny');
  });
});
