import { describe, expect, it } from 'vitest';
import { programCommand } from '../../../src/commands/program-command.ts';
import { memoryFiles } from '../../support/memory-files.ts';

describe('programCommand', () => {
  const installed = 'p/node_modules/mcptest';
  it.each<
    [
      what: string,
      command: string,
      packageFolder: string | undefined,
      PATH: string | undefined,
      there: string,
    ]
  >([
    ['the sources', 'mcptest', undefined, undefined, 'x'],
    [
      'a folder of the search path',
      'mcptest',
      '/usr/lib/node_modules/mcptest',
      '/a:/usr/bin',
      'usr/bin/mcptest',
    ],
    [
      'a search path of Windows',
      'mcptest',
      'C:\\npm\\node_modules\\mcptest',
      'C:\\a;C:\\npm',
      'C:/npm/mcptest',
    ],
    ['the project', 'npx mcptest', installed, '/usr/bin', 'node_modules/.bin/mcptest'],
    [
      'the project, in a script of npm',
      'npx mcptest',
      installed,
      '/p/node_modules/.bin',
      'node_modules/.bin/mcptest',
    ],
    [
      'a run of npx',
      'npx -y mcptest',
      '/c/_npx/0a/node_modules/mcptest',
      '/c/_npx/0a/node_modules/.bin',
      '/c/_npx/0a/node_modules/.bin/mcptest',
    ],
    ['an empty entry', 'npx mcptest', installed, ':', 'node_modules/.bin/mcptest'],
    ['a clone', "node '/my clone/bin/mcptest.js'", '/my clone', '/usr/bin', 'x'],
    ['no search path', 'node /clone/bin/mcptest.js', '/clone', undefined, 'x'],
  ])('%s: %s', (_, command, packageFolder, PATH, there) => {
    expect(programCommand({ env: { PATH }, files: memoryFiles({ [there]: '' }), packageFolder })).toBe(
      command,
    );
  });
});
