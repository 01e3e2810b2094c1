import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  circleFaults,
  folderCircleFaults,
  LONGEST_FILE,
  layeringFaults,
  orderFaults,
  type SourceFile,
  sizeFaults,
} from './support/architecture.ts';

const src = join(import.meta.dirname, '..', 'src');
const files: SourceFile[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts'))
  .sort()
  .map((path) => ({ path, text: readFileSync(join(src, path), 'utf8') }));

/** The files that are longer than {@link LONGEST_FILE} lines, and why each file is not split. */
const LONG_FILES: Readonly<Record<string, string>> = {};

describe('the layout of src', () => {
  it('keeps to its layers, its packages and its ports to the outside world', () => {
    expect(layeringFaults(files)).toEqual([]);
  });

  it('has no circle of imports, including type imports', () => {
    expect(circleFaults(files)).toEqual([]);
  });

  it('has no circle between the folders of a feature, or of the foundation', () => {
    expect(folderCircleFaults(files)).toEqual([]);
  });

  it('lets no layer import a layer above it', () => {
    expect(orderFaults()).toEqual([]);
  });

  it('keeps its files short', () => {
    expect(sizeFaults(files, LONG_FILES)).toEqual([]);
  });
});

describe('the check of the layout', () => {
  const faultsOf = (path: string, text: string) => layeringFaults([{ path, text }]);

  it.each([
    [
      'an arrow that goes up',
      'rules/evaluate.ts',
      `import { parsePolicy } from '../features/policy/policy-file.ts';`,
    ],
    ['values where types are allowed', 'facts/catalog.ts', `import { load } from '../artifacts/load.ts';`],
    [
      'a command that is not loaded on demand',
      'cli/program.ts',
      `import { run } from '../commands/policy/check.ts';`,
    ],
    [
      'a feature in a feature',
      'features/policy/report.ts',
      `import type { World } from '../scenario/world/world.ts';`,
    ],
    [
      'files in a feature',
      'features/scenario/judge/judge.ts',
      `import type { FilesPort } from '../../../ports.ts';`,
    ],
    ['a list of formats in a format', 'report/policy/json.ts', `import type { F } from './formats.ts';`],
    [
      'a format that a feature loads itself',
      'features/policy/report.ts',
      `await import('../../report/policy/json.ts');`,
    ],
    [
      'a feature in the talk with servers',
      'live/connection.ts',
      `import type { O } from '../features/probe/outcomes.ts';`,
    ],
    [
      'a report in the talk with servers',
      'live/serve-http.ts',
      `import { plural } from '../report/plural.ts';`,
    ],
    ['documents in a matcher', 'assertions/matchers.ts', `import { parseJson } from '../documents/json.ts';`],
    ['an artifact in a document', 'documents/json.ts', `import type { K } from '../artifacts/kinds.ts';`],
    ['an artifact in the protocol', 'mcp/call.ts', `import type { K } from '../artifacts/kinds.ts';`],
    [
      'a feature in a judge that features share',
      'inspection/inspect.ts',
      `import type { P } from '../features/gateway/rules/model.ts';`,
    ],
    [
      'a feature in the arguments',
      'arguments/sample.ts',
      `import type { P } from '../features/probe/plan.ts';`,
    ],
    [
      'a feature in the safety policy',
      'exec-policy/decide.ts',
      `import type { P } from '../features/probe/plan.ts';`,
    ],
    ['a judge in the findings', 'findings/findings.ts', `import type { S } from '../inspection/inspect.ts';`],
    [
      'a report in a feature',
      'features/policy/report.ts',
      `import { plural } from '../../report/plural.ts';`,
    ],
    ['a server without need', 'commands/live/probe.ts', `import { connect } from '../../live/connect.ts';`],
    [
      'the command line in a command',
      'commands/policy/check.ts',
      `import type { Declare } from '../../cli/command.ts';`,
    ],
    [
      'a command in a table of flags',
      'commands/policy/flags.ts',
      `import { policyCheck } from './check.ts';`,
    ],
    [
      'a feature that a start would pay for, in a table of flags',
      'commands/evidence/flags.ts',
      `import { KEY_ALGORITHMS } from '../../features/evidence/sign/keygen.ts';`,
    ],
    ['commander in a table of flags', 'commands/policy/flags.ts', `import { Option } from 'commander';`],
    [
      'formats that bypass the flags',
      'cli/policy.ts',
      `import { POLICY_FORMATS } from '../report/policy/formats.ts';`,
    ],
    ['main below itself', 'cli/program.ts', `import { main } from '../main.ts';`],
    ['the outside world from within', 'commands/output.ts', `export * from '../node/files.ts';`],
    ['a Node module in the core', 'rules/evaluate.ts', `import { readFileSync } from 'node:fs';`],
    ['commander below the command line', 'commands/output.ts', `import { Command } from 'commander';`],
    ['yaml outside the readers', 'rules/policy.ts', `import { parse } from 'yaml';`],
    ['zod outside the schemas', 'features/policy/report.ts', `import * as z from 'zod/mini';`],
    ['colour outside the reports', 'commands/output.ts', `import pc from 'picocolors';`],
    ['an unknown package', 'documents/json.ts', `import json5 from 'json5';`],
    ['facts in assertions', 'assertions/guards.ts', `import { findFact } from '../facts/catalog.ts';`],
    ['the file system in assertions', 'assertions/access.ts', `import 'node:fs';`],
    ['zod in assertions', 'assertions/guards.ts', `import * as z from 'zod/mini';`],
    ['an engine in the wrong place', 'assertions/matchers.ts', `import { RE2JS } from 're2js';`],
    [
      'an engine that all have to load',
      'assertions/matchers.ts',
      `import { compileRegex } from './regex.ts';`,
    ],
    ['a file without a layer', 'utils/string.ts', `import { nearest } from '../text/nearest.ts';`],
    ['an import of a file without a layer', 'rules/policy.ts', `import { pad } from '../utils/string.ts';`],
    ['process', 'rules/evaluate.ts', `export const home = () => process.env.HOME;`],
    ['console', 'main.ts', `console.log('hello');`],
    ['the clock', 'time/clock.ts', `export const now = () => Date.now();`],
    ['the clock in disguise', 'time/clock.ts', `export const now = () => new Date().getTime();`],
    ['the clock as a function', 'time/clock.ts', `export const read = Date.now;`],
    ['chance', 'rules/evaluate.ts', `export const id = () => Math.random();`],
    ['a global by its other name', 'rules/evaluate.ts', `export const e = () => globalThis.process;`],
  ])('finds %s', (_, path, text) => {
    expect(faultsOf(path, text)).toHaveLength(1);
  });

  it.each([
    [
      'types where values are not allowed',
      'facts/catalog.ts',
      `import type { A } from '../artifacts/load.ts';`,
    ],
    ['inline types', 'facts/catalog.ts', `import { type A, type B } from '../artifacts/load.ts';`],
    ['flags at once', 'cli/policy.ts', `import { CHECK_FLAGS } from '../commands/policy/flags.ts';`],
    ['commands on demand', 'cli/program.ts', `await import('../commands/policy/check.ts');`],
    ['formats on demand', 'report/policy/formats.ts', `await import('./json.ts');`],
    [
      'the table of artifact kinds',
      'rules/evaluate.ts',
      `import { ARTIFACTS } from '../artifacts/kinds.ts';`,
    ],
    ['Node in the real ports', 'node/files.ts', `import 'node:fs'; process.exitCode = 1; Date.now();`],
    ['engines on demand', 'assertions/matchers.ts', `await import('./regex.ts');`],
    ['the types of an engine', 'assertions/json-schema.ts', `import type { Pattern } from './regex.ts';`],
    [
      'hashes in evidence',
      'features/evidence/signature/digest.ts',
      `import { createHash } from 'node:crypto';`,
    ],
    ['a date from a number', 'time/instant.ts', `export const at = (ms: number) => new Date(ms);`],
    [
      'names that look alike',
      'rules/evaluate.ts',
      `interface P { process: string } export const f = (p: P) => p.process;`,
    ],
    ['imports in comments and text', 'rules/evaluate.ts', `// Date.now()\nexport const t = 'console.log()';`],
  ])('allows %s', (_, path, text) => {
    expect(faultsOf(path, text)).toEqual([]);
  });

  it('finds a circle of imports, including type imports', () => {
    const circle = [
      { path: 'text/a.ts', text: `import type { B } from './b.ts';` },
      { path: 'text/b.ts', text: `export * from './c.ts';` },
      { path: 'text/c.ts', text: `import './a.ts';` },
    ];
    expect(circleFaults(circle)).toEqual([
      'a circle of imports: text/a.ts -> text/b.ts -> text/c.ts -> text/a.ts',
    ]);
    expect(circleFaults(circle.slice(0, 2))).toEqual([]);
  });

  it('finds a circle between two folders of a feature, even if no file is in a circle', () => {
    const folders = [
      { path: 'features/policy/a/one.ts', text: `import type { T } from '../b/two.ts';` },
      { path: 'features/policy/b/two.ts', text: '' },
      { path: 'features/policy/b/three.ts', text: `import '../a/four.ts';` },
    ];
    expect(circleFaults(folders)).toEqual([]);
    expect(folderCircleFaults(folders)).toEqual([
      'a circle of folders: features/policy/a -> features/policy/b -> features/policy/a',
    ]);
    expect(folderCircleFaults(folders.slice(0, 2))).toEqual([]);
  });

  it('finds a circle between two parts of the foundation', () => {
    const parts = [
      { path: 'values/one.ts', text: `import { InputError } from '../errors.ts';` },
      { path: 'errors.ts', text: `import { append } from './values/append.ts';` },
    ];
    expect(circleFaults(parts)).toEqual([]);
    expect(folderCircleFaults(parts)).toEqual(['a circle of folders: values -> errors.ts -> values']);
    expect(folderCircleFaults(parts.slice(0, 1))).toEqual([]);
  });

  it('finds a file that has grown too long, and a reason that is no longer needed', () => {
    const long = { path: 'rules/long.ts', text: '\n'.repeat(LONGEST_FILE + 1) };
    const short = { path: 'rules/short.ts', text: '\n'.repeat(LONGEST_FILE) };
    expect(sizeFaults([long, short], {})).toEqual([expect.stringContaining('rules/long.ts')]);
    expect(sizeFaults([long, short], { 'rules/long.ts': 'a table' })).toEqual([]);
    expect(sizeFaults([short], { 'rules/short.ts': 'a table' })).toEqual([
      expect.stringContaining('rules/short.ts'),
    ]);
  });
});
