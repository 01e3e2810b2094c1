/** A package of a few files, in place of the one that a reader of the documentation has installed. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DIGESTS } from '../src/features/package/digests-file.ts';
import { SBOM } from '../src/features/package/sbom-file.ts';
import { digestsOf } from './package-files.ts';
import { sbomText } from './sbom.ts';

/** Writes the sample: its list names one package. */
export function writeSamplePackage(folder: string): void {
  const yaml = { key: 'node_modules/yaml', name: 'yaml', version: '2.9.1', license: 'ISC' };
  const list = sbomText({
    program: { name: 'mcptest', version: '0.1.0', description: 'a sample', license: 'MIT' },
    packages: [{ ...yaml, licenseText: '', chunks: ['main.cjs'] }],
    lock: { packages: { [yaml.key]: { version: yaml.version } } },
    bundler: { name: 'rolldown', version: '1.0.0' },
    timestamp: undefined,
  });
  const files = { 'bin/mcptest.js': 'run();\n', 'dist/main.cjs': 'main();\n', [SBOM]: list };
  for (const [path, text] of Object.entries(files)) write(join(folder, path), text);
  write(join(folder, DIGESTS), digestsOf(Object.keys(files).map((path) => [path, join(folder, path)])));
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
