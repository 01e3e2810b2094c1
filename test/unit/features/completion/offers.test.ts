import { describe, expect, it } from 'vitest';
import { toOffers } from '../../../../src/features/completion/offers.ts';
import { choice, flag, reports, shorthand, value, values, whole } from '../../../../src/flags.ts';

const TREE = {
  name: 'mcptest',
  about: '',
  flags: [],
  commands: [
    {
      name: 'group',
      about: 'a group',
      flags: [],
      commands: [
        {
          name: 'act',
          about: 'it acts',
          commands: [],
          operand: { spelling: '[suite...]' },
          flags: [
            flag('--gate', 'a gate'),
            shorthand('--json', '--format', 'json'),
            choice('--format <format>', 'the format', ['pretty', 'json']),
            reports('--report <format=file>', 'more', ['json']),
            value('--out <file>', 'a file'),
            value('--now <time>', 'a time'),
            values('--only <fact>', 'a fact'),
            whole('--port <port>', 'a port', 1),
          ],
        },
        { name: 'pick', about: 'it picks', commands: [], flags: [], operand: { spelling: '<id>' } },
        {
          name: 'shell',
          about: '',
          commands: [],
          flags: [],
          operand: { spelling: '<shell>', words: ['bash'] },
        },
      ],
    },
  ],
} as const;

describe('toOffers', () => {
  const places = toOffers(TREE, ['run.total']);
  const at = (path: string) => places.find((place) => place.path === path);

  it('has every place of the command line, and what may follow', () => {
    expect(places.map(({ path }) => path)).toEqual(['', 'group', 'group act', 'group pick', 'group shell']);
    expect(at('')?.commands).toEqual([{ name: 'group', about: 'a group' }]);
    expect(at('group')?.commands.map(({ name }) => name)).toEqual(['act', 'pick', 'shell']);
    expect(places.map(({ operand }) => operand)).toEqual([
      undefined,
      undefined,
      { kind: 'files' },
      { kind: 'text' },
      { kind: 'words', words: ['bash'] },
    ]);
  });

  it('knows what follows each flag', () => {
    const follows = at('group act')?.flags.map(({ name, values }) => [name, values]);
    expect(follows).toEqual([
      ['--gate', undefined],
      ['--json', undefined],
      ['--format', { kind: 'words', words: ['pretty', 'json'] }],
      ['--report', { kind: 'reports', words: ['json'] }],
      ['--out', { kind: 'files' }],
      ['--now', { kind: 'text' }],
      ['--only', { kind: 'words', words: ['run.total'] }],
      ['--port', { kind: 'text' }],
      ['--no-color', undefined],
      ['--debug', undefined],
      ['--help', undefined],
    ]);
  });

  it('offers the version only of the program', () => {
    const withVersion = places.filter(({ flags }) => flags.some(({ name }) => name === '--version'));
    expect(withVersion.map(({ path }) => path)).toEqual(['']);
  });
});
