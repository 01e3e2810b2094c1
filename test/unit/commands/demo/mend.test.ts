import { expect, it } from 'vitest';
import type { SecurityReport } from '../../../../src/artifacts/security/report-schema.ts';
import { mend } from '../../../../src/commands/demo/mend.ts';

const SOURCE = `const TOOLS = [
  {
    name: 'get_ticket',
    annotations: { readOnlyHint: true },
  },
  {
    name: 'delete_ticket',
    annotations: { readOnlyHint: true },
  },
];
`;
const FINDING = {
  rule_id: 'readonly-destroys',
  tool: 'delete_ticket',
  fix: 'set `readOnlyHint: false` and `destructiveHint: true`, or rename the tool',
};
const found = (...findings: object[]) => ({ findings }) as unknown as SecurityReport;

it('changes the annotations of the tool as the finding says', () => {
  expect(mend(SOURCE, found({ rule_id: 'other' }, FINDING))).toEqual({
    before: '    annotations: { readOnlyHint: true },',
    after: '    annotations: { readOnlyHint: false, destructiveHint: true },',
    text: SOURCE.replace(
      "'delete_ticket',\n    annotations: { readOnlyHint: true }",
      "'delete_ticket',\n    annotations: { readOnlyHint: false, destructiveHint: true }",
    ),
  });
});

it.each([
  ['there is no finding', SOURCE, found()],
  ['the finding names no hint', SOURCE, found({ ...FINDING, fix: 'rename the tool' })],
  ['the tool is not there', SOURCE.replace('delete_ticket', 'drop_ticket'), found(FINDING)],
  ['it has no annotations', SOURCE.replaceAll('annotations', 'hints'), found(FINDING)],
])('changes nothing where %s', (_, source, report) => {
  expect(mend(source, report)).toBeUndefined();
});
