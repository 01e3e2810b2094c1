import { describe, expect, it } from 'vitest';
import type { SUGGEST_FLAGS, SUGGESTIONS_FLAGS } from '../../../../../src/commands/gateway/flags.ts';
import { gatewaySuggest } from '../../../../../src/commands/gateway/suggest.ts';
import {
  acceptSuggestion,
  dismissSuggestion,
  listSuggestions,
} from '../../../../../src/commands/gateway/suggestions.ts';
import { parseRuleSet } from '../../../../../src/features/gateway/rule-file/rule-set-file.ts';
import type { SuggestionsFile } from '../../../../../src/features/gateway/suggest/suggestions-file.ts';
import type { OptionsOf } from '../../../../../src/flags.ts';
import { sha256 } from '../../../../../src/node/sha256.ts';
import type { Ports } from '../../../../../src/ports.ts';
import { memoryFiles } from '../../../../support/memory-files.ts';

const RULES = `# by hand
- name: Review reads # since March
  toolPattern: github.read_file
  action: require_approval
- { name: Approve deletions, toolPattern: "aws.*", action: require_approval }
`;

const record = (tool: string, state: string, day: number) =>
  JSON.stringify({
    tool,
    at: `2026-05-${String(day + 1).padStart(2, '0')}T12:00:00Z`,
    decision: 'hold',
    approval: { state },
  });

const LOG = Array.from({ length: 30 }, (_, day) =>
  [record('github.read_file', 'approved', day), record('aws.delete_bucket', 'denied', day)].join('\n'),
).join('\n');

const NO_PROGRAMS: Ports['processes'] = { run: async () => ({ kind: 'not-found' }) };

function world(texts: Record<string, string>): Ports & { texts: Record<string, string> } {
  const files = memoryFiles(texts);
  const nowhere = { isTerminal: false, write: () => {} };
  return {
    argv: [],
    env: {},
    stdout: nowhere,
    stderr: nowhere,
    files,
    processes: NO_PROGRAMS,
    sha256,
    systemTime: () => 0,
    onInterrupt: () => () => {},
    texts,
  };
}

const STATE = 'rules.yml.suggestions.json';
const options = { policies: 'rules.yml', auditLog: ['log'] } as unknown as OptionsOf<
  readonly [...typeof SUGGEST_FLAGS, ...typeof SUGGESTIONS_FLAGS]
>;

async function mined(): Promise<Record<string, string>> {
  const { texts, ...ports } = world({ 'rules.yml': RULES, log: LOG });
  await gatewaySuggest(options, ports);
  return texts;
}

const stateOf = (texts: Record<string, string>) => JSON.parse(texts[STATE] as string) as SuggestionsFile;

describe('accepting a suggestion', () => {
  it('warns of a suggestion that was dismissed before', async () => {
    const { texts, ...ports } = world(await mined());
    const id = stateOf(texts).suggestions[0]?.id as string;
    await dismissSuggestion(id, options, ports);
    let told = '';
    const stderr = { isTerminal: false, write: (text: string) => (told += text) };
    await acceptSuggestion(id, options, { ...ports, stderr });
    expect(told).toBe(`${STATE}: warning: suggestion \`${id}\` was dismissed before\n`);
    expect(stateOf(texts).suggestions[0]?.status).toBe('accepted');
    told = '';
    await acceptSuggestion(id, options, { ...ports, stderr });
    expect(told).toBe('');
  });

  it.each([0, 1])('can be done again when it was killed before write %i', async (allowed) => {
    const before = await mined();
    for (const { id, kind, rule, disables } of stateOf(before).suggestions) {
      const ports = world({ ...before });
      const { replaceText } = ports.files;
      let writes = 0;
      ports.files.replaceText = (...args) => {
        if (writes++ === allowed) throw new Error('killed');
        replaceText.apply(ports.files, args);
      };
      await expect(acceptSuggestion(id, options, ports)).rejects.toThrow('killed');
      const between = { ...ports.texts };
      // whatever was written can be read, and no rule is accepted that is not in force
      const there = parseRuleSet(between['rules.yml'] as string, 'rules.yml');
      expect(there.rules.some(({ name }) => name === rule.name)).toBe(
        allowed === 1 || rule.enabled === false,
      );
      expect(stateOf(between).suggestions.every(({ status }) => status === 'open')).toBe(true);

      const again = world({ ...between });
      await acceptSuggestion(id, options, again);
      await acceptSuggestion(id, options, again);
      const { rules } = parseRuleSet(again.texts['rules.yml'] as string, 'rules.yml');
      expect(
        rules.filter(({ name }) => name === rule.name),
        kind,
      ).toHaveLength(1);
      for (const { name } of disables) {
        expect(rules.find((each) => each.name === name)?.enabled).toBe(false);
      }
      expect(stateOf(again.texts).suggestions.find((each) => each.id === id)?.status).toBe('accepted');
      expect(again.texts['rules.yml']).toContain('# since March');
    }
  });

  it('leaves everything alone when somebody else edits the rules meanwhile', async () => {
    const before = await mined();
    const ports = world({ ...before });
    const { readText } = ports.files;
    ports.files.readText = (path) => {
      const text = readText(path);
      if (path === 'rules.yml') ports.texts['rules.yml'] = `${text}# edited\n`;
      return text;
    };
    const id = stateOf(before).suggestions[0]?.id ?? '';
    await expect(acceptSuggestion(id, options, ports)).rejects.toThrow('has changed since it was read');
    expect(ports.texts[STATE]).toBe(before[STATE]);
  });
});

describe('a suggestion of some time ago', () => {
  const idOf = (texts: Record<string, string>) =>
    stateOf(texts).suggestions.find(({ disables }) => disables.length > 0)?.id ?? '';

  it.each([
    ['action', 'action: require_approval', 'action: deny'],
    ['pattern', 'toolPattern: github.read_file', 'toolPattern: github.*'],
  ])('does not switch off a rule whose %s has changed since', async (_, was, is) => {
    const texts = await mined();
    const edited = { ...texts, 'rules.yml': RULES.replace(was, is) };
    const ports = world({ ...edited });
    await expect(acceptSuggestion(idOf(texts), options, ports)).rejects.toThrow(
      'rule `Review reads` has changed since the suggestion to switch it off',
    );
    expect(ports.texts).toEqual(edited);
  });

  it('is accepted though its rule is off by now, or stands elsewhere', async () => {
    const texts = await mined();
    const moved = `- { name: First, toolPattern: a, action: deny }\n${RULES.replace('read_*', 'read_*\n  enabled: false')}`;
    const ports = world({ ...texts, 'rules.yml': moved });
    await acceptSuggestion(idOf(texts), options, ports);
    const { rules } = parseRuleSet(ports.texts['rules.yml'] as string, 'rules.yml');
    expect(rules.find(({ name }) => name === 'Review reads')?.enabled).toBe(false);
  });

  it.each(['suggest', 'accept', 'dismiss', 'list'])('is not for another rule set: %s', async (command) => {
    const texts = { ...(await mined()), 'other.yml': RULES };
    const ports = world({ ...texts });
    const other = { ...options, policies: 'other.yml', state: STATE };
    const done = {
      suggest: () => gatewaySuggest(other, ports),
      accept: () => acceptSuggestion(idOf(texts), other, ports),
      dismiss: () => dismissSuggestion(idOf(texts), other, ports),
      list: () => listSuggestions(other, ports),
    }[command];
    await expect(done?.()).rejects.toThrow('these suggestions are for `rules.yml`, not for `other.yml`');
    expect(ports.texts).toEqual(texts);
  });

  it.each([
    ['by another spelling', 'rules.yml', './rules.yml'],
    ['from another folder', 'rules.yml', 'ci/rules.yml'],
    ['on standard input', 'rules.yml', '-'],
  ])('is for the rule set that it was found for, %s', async (_, policies, found) => {
    const texts = await mined();
    const state = (texts[STATE] as string).replace('"rules.yml"', JSON.stringify(found));
    const ports = world({ ...texts, [STATE]: state });
    await acceptSuggestion(idOf(texts), { ...options, policies, state: STATE }, ports);
    expect(ports.texts['rules.yml']).toContain('Allow github.read_file');
  });

  it('is not for a rule set of another name when its own is gone', async () => {
    const { 'rules.yml': text = '', [STATE]: state = '' } = await mined();
    const ports = world({ 'renamed.yml': text, s: state });
    await expect(listSuggestions({ ...options, policies: 'renamed.yml', state: 's' }, ports)).rejects.toThrow(
      'are for',
    );
  });
});

describe('looking for suggestions', () => {
  it('gives the same for the same lines in another order', async () => {
    const texts = await mined();
    const reversed = world({ 'rules.yml': RULES, log: LOG.split('\n').reverse().join('\n') });
    await gatewaySuggest(options, reversed);
    expect(reversed.texts[STATE]).toBe(texts[STATE]);
  });

  it('does not bring back what was dismissed, though the log has grown', async () => {
    const texts = await mined();
    const dismissed = stateOf(texts);
    const all = dismissed.suggestions.map((each) => ({ ...each, status: 'dismissed' as const }));
    const grown = `${LOG}\n${record('github.read_file', 'approved', 3)}`;
    const ports = world({
      ...texts,
      log: grown,
      [STATE]: JSON.stringify({ ...dismissed, suggestions: all }),
    });
    await gatewaySuggest(options, ports);
    expect(stateOf(ports.texts).suggestions.map(({ id, status }) => [id, status])).toEqual(
      all.map(({ id }) => [id, 'dismissed']),
    );
  });

  it('finds what the traffic speaks for', async () => {
    const { suggestions } = stateOf(await mined());
    expect(
      suggestions.map(({ kind, rule, disables }) => [
        kind,
        rule.toolPattern,
        rule.action,
        disables.map(({ name }) => name),
      ]),
    ).toEqual([
      ['always-denied', 'aws.delete_bucket', 'deny', []],
      ['always-approved', 'github.read_file', 'allow', ['Review reads']],
      ['usual-hours', 'github.read_file', 'require_approval', []],
    ]);
  });

  it('says when an allow would have no effect', async () => {
    const mixed = `${LOG}\n${record('github.read_secret', 'denied', 1)}`;
    const wide = RULES.replace('github.read_file', 'github.read_*');
    const ports = world({ 'rules.yml': wide, log: mixed });
    await gatewaySuggest(options, ports);
    const allow = stateOf(ports.texts).suggestions.find(({ kind }) => kind === 'always-approved');
    expect(allow).toMatchObject({
      disables: [],
      note: expect.stringContaining('no effect while `Review reads`'),
    });
    expect(allow?.backtest.flipped).toBe(0);
  });
});
