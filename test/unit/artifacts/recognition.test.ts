import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ArtifactKind } from '../../../src/artifacts/kinds.ts';
import { loadArtifact } from '../../../src/artifacts/load.ts';
import { refusal } from '../../support/load.ts';
import { memoryFiles } from '../../support/memory-files.ts';

const example = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../examples/policy', name), 'utf8'));

const EXAMPLES: [ArtifactKind, Record<string, unknown>][] = [
  ['judge-cert', example('cert.json')],
  ['conformance-report', example('conformance.json')],
  ['security', example('security.json')],
  ['model-compat', example('model-compat.json')],
  ['evidence', example('evidence.json')],
];

describe('the kind of an artifact is recognised from its content', () => {
  it.each<[ArtifactKind, unknown, string]>([
    ['judge-cert', example('cert.json'), 'mcptest judge certification'],
    ['conformance-report', example('conformance.json'), 'mcptest conformance report'],
    [
      'conformance-report',
      [{ id: 'a', name: 'A', status: 'INFO' }],
      'checks.json of the MCP conformance suite',
    ],
    ['security', example('security.json'), 'mcptest security scan'],
    ['security', [{ severity: 'low' }], 'list of findings with a severity each'],
    ['security', { version: '2.1.0', runs: [{ results: [] }] }, 'SARIF 2.1.0'],
    ['model-compat', example('model-compat.json'), 'mcptest model-compatibility diff'],
    ['evidence', example('evidence.json'), 'mcptest evidence artifact'],
  ])('%s %#', async (kind, content, format) => {
    // the file name suggests another kind
    const files = memoryFiles({ 'junit.xml': JSON.stringify(content) });
    expect(await loadArtifact(kind, 'junit.xml', files)).toMatchObject({ kind, format, warnings: [] });
  });

  const pairs = EXAMPLES.flatMap(([kind]) =>
    [...EXAMPLES, ['run-report', example('run.json')] as const]
      .filter(([other]) => other !== kind)
      .map(([other, content]) => [kind, other, content] as const),
  );

  it.each(pairs)('a %s is not a %s', async (kind, other, content) => {
    expect(await refusal(kind, content)).toContain(`pass it with --${other}`);
    const { schema_version: _, ...unnamed } = content;
    expect(await refusal(kind, unnamed)).toMatch(/ not an? /);
  });

  it.each(['null', '0', '"text"', 'true', '{}', '[]', '[null]', '[[]]', '[{}]', '{"a":1}'])(
    '%s is not an artifact',
    async (text) => {
      for (const [kind] of EXAMPLES)
        expect(await refusal(kind, text)).toMatch(/^f\.json:1:1: error: is not an? /);
    },
  );
});
