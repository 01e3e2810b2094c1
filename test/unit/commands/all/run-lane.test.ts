import { expect, it } from 'vitest';
import { type Lane, runLane } from '../../../../src/commands/all/run-lane.ts';
import { InputError, NothingSelectedError } from '../../../../src/errors.ts';
import type { Ports } from '../../../../src/ports.ts';

const ports = { env: { COLUMNS: '20', TOKEN: 'x' } } as unknown as Ports;
const lane = (run: Lane['run']): Lane => ({ name: 'run', stem: 'run', run });

it('keeps what a command writes, and hides the width of the terminal from it', async () => {
  const run = await runLane(
    lane(async ({ stdout, stderr, env }) => {
      stdout.write(`PASS ${env.COLUMNS} ${env.TOKEN}\n`);
      stderr.write('warning\n');
      return 1;
    }),
    ports,
  );
  expect(run).toMatchObject({ exitCode: 1, said: 'PASS undefined x\n', told: 'warning\n', problems: [] });
});

it.each([
  [new InputError({ message: 'lost' }), 2],
  [new NothingSelectedError([{ message: 'lost' }]), 7],
])('takes what a command cannot evaluate as an answer', async (error, exitCode) => {
  const fail = lane(async () => {
    throw error;
  });
  expect(await runLane(fail, ports)).toMatchObject({ exitCode, problems: [{ message: 'lost' }] });
});

it('does not take a bug as an answer', async () => {
  const fail = lane(async () => {
    throw new TypeError('a bug');
  });
  await expect(runLane(fail, ports)).rejects.toThrow('a bug');
});
