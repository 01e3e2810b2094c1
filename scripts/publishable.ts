/** Refuses to publish what is not ready: npm runs it before `npm publish` does anything. See docs/publishing.md. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { publishFaults } from './publish-faults.ts';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

const faults = publishFaults(JSON.parse(read('package.json')), read('CHANGELOG.md'), process.env);
for (const fault of faults) console.error(`not ready to publish: ${fault}`);
process.exitCode = faults.length === 0 ? 0 : 1;
