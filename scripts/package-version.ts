/** Gives code that runs from src/ the version that the build inserts. Import it before any module of src/. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const manifest = readFileSync(join(import.meta.dirname, '..', 'package.json'), 'utf8');
Object.assign(globalThis, { __MCPTEST_VERSION__: JSON.parse(manifest).version });
