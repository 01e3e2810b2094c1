/**
 * Measures the peak memory of `run` against servers with answers that are as large as they may be, and larger, one call at
 * a time and many at once: `npm run build && npx tsx bench/live-memory.ts [KIND [stdio,http,events [1,8]]]`.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PEAK_MEMORY = join(import.meta.dirname, 'peak-memory.cjs');
const PROGRAM = join(import.meta.dirname, '..', 'bin', 'mcptest.js');
const SERVER = join(import.meta.dirname, 'large-answers.mjs');
const TESTS = 8;

const KINDS = [
  'small',
  'text',
  'wide text',
  'blocks',
  'objects',
  'keys',
  'more objects',
  'nested',
  'longer text',
].filter((kind) => process.argv[2] === undefined || kind === process.argv[2]);

const TRANSPORTS = (process.argv[3] ?? 'stdio,http,events').split(',');
const PARALLEL = (process.argv[4] ?? `1,${TESTS}`).split(',').map(Number);

const folder = mkdtempSync(join(tmpdir(), 'mcptest-bench-'));
const suite = join(folder, 'suite.yml');
writeFileSync(
  suite,
  `version: "1"
server: { command: node, args: [server.js] }
tests:
${Array.from({ length: TESTS }, (_, index) => `  - { name: t${index}, tool: large, args: {} }`).join('\n')}
`,
);
try {
  for (const kind of KINDS)
    for (const transport of TRANSPORTS) {
      const peaks: string[] = [];
      for (const parallel of PARALLEL) peaks.push(await peakOf(kind, transport, parallel));
      console.log(`${kind.padEnd(14)} ${transport.padEnd(7)} ${peaks.join('; ')}`);
    }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function peakOf(kind: string, transport: string, parallel: number): Promise<string> {
  const program = [SERVER, transport, kind];
  const server = transport === 'stdio' ? undefined : spawn(process.execPath, program);
  try {
    const target = server ? ['--url', await urlOf(server)] : ['--', process.execPath, ...program];
    const options = ['--parallel', String(parallel), '--out', join(folder, 'report.txt'), '--timeout', '5m'];
    const start = performance.now();
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--require', PEAK_MEMORY, PROGRAM, 'run', suite, ...options, ...target],
      { stdio: ['ignore', 'ignore', 'pipe'], encoding: 'utf8' },
    );
    const elapsed = performance.now() - start;
    const peak = Number(stderr.trim().split('\n').at(-1)) / 1000;
    return `${parallel} at once: ${peak.toFixed(0)} MB in ${(elapsed / 1000).toFixed(1)} s, exit ${status}`;
  } finally {
    server?.kill('SIGKILL');
  }
}

async function urlOf(server: ChildProcess): Promise<string> {
  const [text] = await once(server.stderr as NonNullable<typeof server.stderr>, 'data');
  return String(text).trim();
}
