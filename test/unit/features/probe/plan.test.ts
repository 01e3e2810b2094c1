import { expect, it } from 'vitest';
import { planProbe } from '../../../../src/features/probe/plan.ts';
import { counted } from '../../../support/counted.ts';

const POLICY = { strict: false, executeDestructive: false };
const named = (count: number) => Array.from({ length: count }, (_, index) => ({ name: `set_${index}` }));

it('plans as many tools as a server may list, in linear time', async () => {
  // counting each name anew takes 100 million reads
  const tools = counted(
    [...named(10_000), { name: 'set_7' }].map((tool) => ({
      ...tool,
      execution: { taskSupport: 'required' },
    })),
    1_000_000,
  );
  const plans = await planProbe(tools.value, [], POLICY);
  expect(tools.reads()).toBeGreaterThan(10_000);
  const twice = plans.filter(({ action }) => action.kind === 'skip' && action.reason === 'listed-twice');
  expect(twice.map(({ tool }) => tool.name)).toEqual(['set_7', 'set_7']);
});

it('stops in the middle of a long list when interrupted', async () => {
  let breaths = 0;
  const breathe = async () => {
    breaths += 1;
    if (breaths === 3) throw new Error('interrupted');
  };
  await expect(planProbe(named(100), [], POLICY, breathe)).rejects.toThrow('interrupted');
  expect(breaths).toBe(3);
});
