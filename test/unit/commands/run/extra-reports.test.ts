import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readExtraReports } from '../../../../src/commands/run/extra-reports.ts';
import { InputError } from '../../../../src/errors.ts';
import { runCli } from '../../../support/run-cli.ts';

const server = join(import.meta.dirname, '../../../support/session-server.mjs');

describe('--report', () => {
  it('names a format and a file, several times', () => {
    expect(readExtraReports(['junit=a.xml', 'json=b=c.json'])).toEqual([
      { format: 'junit', file: 'a.xml' },
      { format: 'json', file: 'b=c.json' },
    ]);
    expect(readExtraReports()).toEqual([]);
  });

  it.each([
    [['xml=a.xml'], undefined],
    [['a.xml'], undefined],
    [['junit'], undefined],
    [['junit='], undefined],
    [['junit=a', 'tap=a'], undefined],
    [['junit=a'], 'a'],
  ])('is refused: %j, with --out %j', (given, out) => {
    expect(() => readExtraReports(given, out)).toThrow(InputError);
  });

  it('writes each file, in addition to the report, and warns of a secret in the suite', async () => {
    const token = ['ghp', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'].join('_');
    const suite = [
      'version: "1"',
      `server: { command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(server)}, /dev/null], env: { API_TOKEN: ${token} } }`,
      'tests: [{ name: one, tool: echo, args: { text: hi }, expect: { text: hi } }]',
      '',
    ].join('\n');
    const flags = ['--report', 'junit=a.xml', '--report', 'tap=a.tap', '--json'];
    const { exitCode, stdout, stderr, files } = await runCli(['run', 's.yml', ...flags], {
      files: { 's.yml': suite },
    });
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout).summary.passed).toBe(1);
    expect(files['a.xml']).toContain('<testcase name="one"');
    expect(files['a.tap']).toContain('ok 1 - one\n');
    expect(stderr).toContain('server.env.API_TOKEN: looks like a secret');
    expect(stderr + stdout + files['a.xml'] + files['a.tap']).not.toContain(token);
  });
});
