import { describe, expect, it } from 'vitest';
import { NothingSelectedError } from '../../../../../src/errors.ts';
import { selectScenarios } from '../../../../../src/features/scenario/suite/select.ts';
import { parseSuite } from '../../../../../src/features/scenario/suite/suite-file.ts';

async function select(names: readonly string[], all = ['refund', 'refund again', 'handover']) {
  const scenarios = all.map((name) => ({ name, cassette: 'c.json' }));
  const suite = await parseSuite(JSON.stringify({ scenarios }), 's.yml');
  try {
    return selectScenarios(suite, names).map(({ name }) => name);
  } catch (error) {
    if (error instanceof NothingSelectedError) return error.diagnostics;
    throw error;
  }
}

describe('selectScenarios', () => {
  it('takes all without names, and else those named, in the order of the suite', async () => {
    expect(await select([])).toEqual(['refund', 'refund again', 'handover']);
    expect(await select(['handover', 'refund', 'refund'])).toEqual(['refund', 'handover']);
  });

  it('refuses a name that no scenario has, also beside one that is there', async () => {
    expect(await select(['refund', 'hand-over', 'hand-over'])).toEqual([
      { file: 's.yml', message: 'no scenario is called `hand-over`', help: 'did you mean `handover`?' },
    ]);
  });

  it('suggests names that contain the text, in any letter case', async () => {
    expect(await select(['REF'])).toMatchObject([{ help: 'did you mean `refund` or `refund again`?' }]);
  });

  it('lists at most ten names when none is near', async () => {
    const names = Array.from({ length: 30 }, (_, index) => `scenario ${index}`);
    expect(await select(['something else entirely'], names)).toMatchObject([
      {
        help: expect.stringMatching(
          /^known scenarios: `scenario 0`, .*`scenario 9`, and 20 more; pass a full name/,
        ),
      },
    ]);
  });

  it.each(['__proto__', 'constructor', '.*', 'refund\u001b[31m'])('finds nothing by %j', async (name) => {
    expect(await select([name])).toMatchObject([{ message: `no scenario is called \`${name}\`` }]);
  });
});
