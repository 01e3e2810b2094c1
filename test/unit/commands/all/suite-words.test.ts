import { expect, it } from 'vitest';
import { inSuiteWords } from '../../../../src/commands/all/suite-words.ts';

it.each([
  ['evidence', 'use --source-from-git here', 'use `evidence: { source_from_git: true }` here'],
  ['evidence verify', '--require-origin requires', '`evidence: { require_origin: true }` requires'],
  ['evidence verify', 'pass it with `--key`.', 'pass it with `evidence: { key: … }`.'],
  ['security', '--fail-on, and --pins', '`security: { fail_on: … }`, and `security: { pins: … }`'],
  ['judge certify', 'see --min-samples', 'see `judge: { min_samples: … }`'],
  ['model-compat diff', 'see --compare-text', 'see `model_compat: { compare_text: true }`'],
  // a flag of `mcptest all`
  ['evidence', 'pass --sign-key FILE', undefined],
  // no key of a suite
  ['evidence verify', 'with --run-report, `mcptest evidence --sign-key`', undefined],
  ['evidence', 'a--key --key-x ---key', undefined],
  ['run', 'see --key', undefined],
] as const)('in %s, reads %s', (lane, text, wanted) => {
  expect(inSuiteWords(lane, text)).toBe(wanted ?? text);
});
