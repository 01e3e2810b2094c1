import { describe, expect, it } from 'vitest';
import { editorSchema, schemaNote } from '../../../src/commands/editor-schema.ts';

const INSTALLED = 'node_modules/mcptest/schemas/policy.v1.schema.json';

/** Finds the schema for a file where the package is installed in the folder `at`. */
const found = (file: string, at: string) =>
  editorSchema(file, 'policy.v1', { realPath: (path) => (path === `${at}${INSTALLED}` ? path : null) });

describe('the schema that a new file names', () => {
  it.each([
    ['policy.yml', '', './'],
    ['./policy.yml', '', './'],
    ['ci/gate/policy.yml', '', '../../'],
    ['ci/gate/policy.yml', 'ci/', '../'],
    ['ci/policy.yml', '../', '../../'],
    ['../policy.yml', '../', './'],
    ['../other/policy.yml', '../', '../'],
    ['/tmp/x/policy.yml', '/tmp/', '../'],
  ])('of %s is the one installed in `%s`', (file, at, up) => {
    expect(found(file, at)).toBe(`${up}${INSTALLED}`);
  });

  it('is none where the package is not installed, and a note says so', () => {
    expect(found('policy.yml', 'elsewhere/')).toBeUndefined();
    expect(schemaNote('a\u001b.yml', undefined)).toBe(
      'a\\u001b.yml has no schema line for editors, because mcptest is not in node_modules here\n',
    );
    expect(schemaNote('a.yml', './s.json')).toBe('');
  });
});
