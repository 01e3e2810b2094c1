import { expect, it } from 'vitest';
import { runCli } from '../../../support/run-cli.ts';

const suite = {
  scenarios: [
    {
      name: 's',
      cassette: 'c.json',
      transitions: [{ tool: 'right' }],
      forbidden: [{ tool: 'wrong', reason: 'r' }],
    },
  ],
};
const calls = ['right', 'wrong', 'right'].map((name, index) => ({ name, is_error: index === 2, result: '' }));
const files = {
  'suite.yml': JSON.stringify(suite),
  'c.json': JSON.stringify({ turns: [{ tool_calls: calls }] }),
};
const run = (env: Record<string, string>) =>
  runCli(['scenario', 'run', 'suite.yml'], { files, env }).then(({ stdout }) => stdout);

it('paints outcomes and calls that were not legal, and says the same without colour', async () => {
  const [plain, coloured] = [await run({}), await run({ FORCE_COLOR: '1' })];
  const escapes = /\u001b\[[\d;]*m/g;
  expect(coloured.replace(escapes, '')).toBe(plain);
  const lineOf = (text: string) => coloured.split('\n').find((line) => line.includes(text)) ?? '';
  expect(lineOf('call 0  right')).not.toMatch(escapes);
  expect(lineOf('call 1  wrong')).toContain('\u001b[31m');
  expect(lineOf('call 2  right')).toContain('\u001b[33m');
});
