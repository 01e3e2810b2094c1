/**
 * Interrupts commands for servers at moments that nobody chose, and looks for what they leave behind: processes, ports,
 * temporary files, half a report or half a tape. `npm run build && npx tsx bench/interrupts.ts [COUNT [SEED]]`
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';

const PROGRAM = join(import.meta.dirname, '..', 'bin', 'mcptest.js');
const MODULES = join(import.meta.dirname, '..', 'node_modules', '@modelcontextprotocol');
const [COUNT, SEED] = [Number(process.argv[2] ?? 30), Number(process.argv[3] ?? 1)];
const AT_ONCE = 3;
/** How long a command may take to end after the signal, in milliseconds. */
const PATIENCE = 30_000;
/** The folder that the server for files makes when `probe` calls its tool with a made-up argument. */
const MADE = 'text';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const SERVERS = ['everything', 'filesystem', 'memory'] as const;
const COMMANDS = ['run', 'record', 'serve', 'probe'] as const;

const root = mkdtempSync(join(tmpdir(), 'mcptest-interrupts-'));
const program = (server: string, folder: string) => [
  process.execPath,
  join(MODULES, `server-${server}`, 'dist/index.js'),
  ...(server === 'everything' ? ['stdio'] : []),
  folder,
];

/** Numbers below 1, the same ones for the same seed. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
const next = sequence(SEED);
const oneOf = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)] as T;

/** For each server, a suite that takes a while. */
const SUITES: Readonly<Record<(typeof SERVERS)[number], string>> = {
  everything: suiteOf('echo', '{ message: hello }'),
  filesystem: suiteOf('list_allowed_directories', '{}'),
  memory: suiteOf('read_graph', '{}'),
};

/** What a client says first on stdio. */
const CLIENT = [
  {
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'c', version: '1' } },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list', params: {} },
]
  .map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  .join('');

/** The latest moment of the signal, in milliseconds after the start: somewhat more than a whole run takes here. */
const latest = 1.3 * AT_ONCE * durationOfRun();
const tapes = new Map(SERVERS.map((server) => [server, recordTape(server)]));
// last, so that nothing can fail between its start and its end
const web = await startWebServer();
const faults: string[] = [];
const ends = new Map<string, number>();
let started = 0;
try {
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
} finally {
  web.child.kill('SIGKILL');
  if (faults.length === 0) rmSync(root, { recursive: true, force: true });
}
for (const [how, count] of [...ends].sort()) console.log(`${String(count).padStart(5)} ${how}`);
for (const fault of faults) console.log(`LEFT BEHIND: ${fault}`);
console.log(`${started} interrupts, ${faults.length} with something left behind`);
process.exitCode = faults.length === 0 ? 0 : 1;

async function worker(): Promise<void> {
  while (started < COUNT) {
    const trial = started++;
    await interrupt(
      trial,
      oneOf(COMMANDS),
      oneOf(SERVERS),
      oneOf(['stdio', 'http']),
      oneOf(SIGNALS),
      next() * latest,
    );
  }
}

async function interrupt(
  trial: number,
  command: (typeof COMMANDS)[number],
  server: (typeof SERVERS)[number],
  transport: string,
  signal: NodeJS.Signals,
  moment: number,
): Promise<void> {
  const folder = join(root, `trial-${trial}-`);
  mkdirSync(join(folder, 'tmp'), { recursive: true });
  writeFileSync(join(folder, 'suite.yml'), SUITES[server]);
  const words = wordsFor(command, server, transport, folder);
  const child = spawn(process.execPath, [PROGRAM, ...words], {
    stdio: 'pipe',
    cwd: folder,
    env: { ...process.env, TMPDIR: join(folder, 'tmp'), MCPTEST_NO_CODE_CACHE: '1' },
  });
  let said = '';
  child.stderr.on('data', (text) => {
    said += text;
  });
  child.stdout.resume();
  child.stdin.on('error', () => {});
  if (transport === 'stdio' && command !== 'run' && command !== 'probe') child.stdin.write(CLIENT);
  const ended = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  await Promise.race([ended, setTimeout(moment)]);
  child.kill(signal);
  const late = setTimeout(PATIENCE, undefined, { ref: false });
  const end = await Promise.race([ended, late]);
  const name = `${trial} ${command} ${server} ${transport} ${signal} after ${Math.round(moment)} ms`;
  if (!end) {
    faults.push(`${name}: still runs`);
    child.kill('SIGKILL');
    return;
  }
  const [code, by] = end;
  const how = code === null ? `ended by ${by}` : `exit ${code}`;
  ends.set(`${command.padEnd(7)} ${how}`, (ends.get(`${command.padEnd(7)} ${how}`) ?? 0) + 1);
  const left = await leftBehind(folder, said);
  if (code === 70 || (code === null && by !== signal)) left.push(`${how}: ${said}`);
  for (const what of left) faults.push(`${name}: ${what}`);
}

function wordsFor(
  command: string,
  server: (typeof SERVERS)[number],
  transport: string,
  folder: string,
): string[] {
  const target = transport === 'stdio' ? ['--', ...program(server, folder)] : ['--url', web.url];
  switch (command) {
    case 'run':
      // over HTTP there is one server, which has the tools of the suite for it
      if (transport === 'http') writeFileSync(join(folder, 'suite.yml'), SUITES.everything);
      return ['run', 'suite.yml', '--trials', '50', '--report', 'json=report.json', ...target];
    case 'probe':
      return ['probe', '--json', '--out', 'report.json', ...target];
    case 'record':
      return ['record', '--out', 'tape.jsonl', ...target];
    default:
      return [
        'serve',
        '--tape',
        tapes.get(server) as string,
        ...(transport === 'http' ? ['--listen', '127.0.0.1:0'] : []),
      ];
  }
}

async function leftBehind(folder: string, said: string): Promise<string[]> {
  const left: string[] = [];
  const { stdout } = spawnSync('ps', ['-eo', 'stat=,args='], { encoding: 'utf8' });
  for (const line of stdout.split('\n'))
    if (line.includes(folder) && !line.startsWith('Z')) left.push(`a process: ${line}`);
  const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(said)?.[1];
  if (port !== undefined && (await isOpen(Number(port)))) left.push(`port ${port}`);
  for (const file of [
    ...readdirSync(folder),
    ...readdirSync(join(folder, 'tmp')).map((each) => `tmp/${each}`),
  ]) {
    if (file === 'suite.yml' || file === 'tmp' || file === MADE || isWhole(join(folder, file))) continue;
    left.push(`the file ${file}`);
  }
  return left;
}

function isWhole(file: string): boolean {
  try {
    const text = readFileSync(file, 'utf8');
    if (file.endsWith('report.json')) return typeof JSON.parse(text).schema_version === 'string';
    const rows = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    return file.endsWith('tape.jsonl') && rows.at(-1).closed !== undefined;
  } catch {
    return false;
  }
}

function isOpen(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.unref();
  });
}

async function startWebServer(): Promise<{ child: ChildProcess; url: string }> {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = free.address() as { port: number };
  free.close();
  await once(free, 'close');
  const script = join(MODULES, 'server-everything', 'dist/index.js');
  const env = { ...process.env, PORT: String(port) };
  const child = spawn(process.execPath, [script, 'streamableHttp'], { env, stdio: 'ignore' });
  while (!(await isOpen(port))) await setTimeout(100);
  return { child, url: `http://127.0.0.1:${port}/mcp` };
}

function recordTape(server: (typeof SERVERS)[number]): string {
  const folder = join(root, `tape-${server}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'suite.yml'), SUITES[server]);
  const words = ['record', '--suite', 'suite.yml', '--out', 'tape.jsonl', '--', ...program(server, folder)];
  const { status, stderr, stdout } = spawnSync(process.execPath, [PROGRAM, ...words], {
    cwd: folder,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`no tape of ${server}: ${stdout}${stderr}`);
  return join(folder, 'tape.jsonl');
}

function suiteOf(tool: string, args: string): string {
  const tests = Array.from(
    { length: 20 },
    (_, index) => `  - { name: t${index}, tool: ${tool}, args: ${args} }`,
  );
  return `version: "1"\nserver: { command: node }\ntests:\n${tests.join('\n')}\n`;
}

/** How long a run of one suite takes here when nothing interrupts it, in milliseconds. */
function durationOfRun(): number {
  const folder = join(root, 'measured');
  mkdirSync(folder);
  writeFileSync(join(folder, 'suite.yml'), SUITES.everything);
  const start = performance.now();
  spawnSync(process.execPath, [PROGRAM, 'run', 'suite.yml', '--', ...program('everything', folder)], {
    cwd: folder,
  });
  return performance.now() - start;
}
