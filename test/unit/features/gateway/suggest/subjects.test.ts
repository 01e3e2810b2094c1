import { describe, expect, it } from 'vitest';
import { MOST_SUBJECTS, Subjects } from '../../../../../src/features/gateway/suggest/subjects.ts';
import { runCli } from '../../../../support/run-cli.ts';
import { answered, HOLD_ALL, mined } from '../../../../support/traffic.ts';

const nameOf = (index: number) => `db.t${String(index).padStart(6, '0')}`;

function counted(names: readonly string[]): Subjects<{ count: number }> {
  const subjects = new Subjects(() => ({ count: 0 }));
  for (const name of names) {
    const subject = subjects.of(name);
    if (subject) subject.count++;
  }
  return subjects;
}

describe('the tools that are looked at', () => {
  const names = Array.from({ length: 2.5 * MOST_SUBJECTS }, (_, index) => nameOf(index));

  it('are the same in whatever order they come, each with all of its records', () => {
    const [rising, falling] = [[...names, ...names], [...names, ...names].reverse()].map(counted);
    expect(rising?.all.size).toBe(MOST_SUBJECTS);
    expect([...(rising?.all ?? [])].sort()).toEqual([...(falling?.all ?? [])].sort());
    expect([...(rising?.all.values() ?? [])].every(({ count }) => count === 2)).toBe(true);
    expect(rising?.isCut).toBe(true);
  });

  it('are all of them up to the bound', () => {
    const all = counted(names.slice(0, MOST_SUBJECTS));
    expect([all.all.size, all.isCut, all.knowsAllOf('db.')]).toEqual([MOST_SUBJECTS, false, true]);
    expect(counted(names.slice(0, MOST_SUBJECTS + 1)).isCut).toBe(true);
  });

  it('tell of what begins alike whether something is missing', () => {
    const cut = counted(['a.x', 'a.y', 'z.x', ...names]);
    const isKnown = (prefix: string) => cut.knowsAllOf(prefix);
    expect(['a.', 'db.t001', 'db.t0099', 'db.t01', 'db.', 'z.'].map(isKnown)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    expect(counted(['a.x', `a.${'y'.repeat(1000)}`]).knowsAllOf('a.')).toBe(false);
    expect(counted(['a.x', ' ']).knowsAllOf('a.')).toBe(true);
  });

  it('are suggested in a pattern only where it can cover no other', () => {
    const many = names.slice(0, MOST_SUBJECTS).flatMap((name) => answered(name, 'approved', 1));
    const other = answered('db.zzz', 'denied', 30);
    const siblings = [...answered('a.x', 'approved', 3), ...answered('a.y', 'approved', 3)];
    for (const records of [
      [...siblings, ...many, ...other],
      [...other, ...many, ...siblings],
    ]) {
      const found = mined([HOLD_ALL], records, { kind: 'always-approved' });
      expect(found.map(({ rule }) => rule.toolPattern)).toEqual(['a.*']);
    }
  });

  it('are in no pattern beside a tool whose name is too long to be looked at', () => {
    const siblings = [...answered('a.x', 'approved', 5), ...answered('a.y', 'approved', 5)];
    const long = answered(`a.${'z'.repeat(1000)}`, 'denied', 1);
    const found = mined([HOLD_ALL], [...siblings, ...long], { kind: 'always-approved' });
    expect(found.map(({ rule }) => rule.toolPattern).sort()).toEqual(['a.x', 'a.y']);
  });
});

describe('gateway suggest', () => {
  it('says that a log names more tools than are looked at', async () => {
    const lines = Array.from({ length: MOST_SUBJECTS + 1 }, (_, index) =>
      JSON.stringify({ tool: nameOf(index), at: '2026-05-01T12:00:00Z', decision: 'allow' }),
    );
    const texts = { 'r.yml': '- {name: a, toolPattern: "*", action: deny}', l: lines.join('\n') };
    const suggest = (...more: string[]) =>
      runCli(['gateway', 'suggest', '--policies', 'r.yml', '--audit-log', 'l', ...more], { files: texts });
    const { stdout, stderr } = await suggest('--format', 'json');
    expect(JSON.parse(stdout).cut).toEqual(['tools']);
    expect(stderr).toContain('more than 10000 tools');
    expect((await suggest()).stdout).toContain('some tools were left out');
  });
});
