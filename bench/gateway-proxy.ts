import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { median } from './measure.ts';

const SERVER = join(import.meta.dirname, 'answering-server.mjs');
const CALLS = 3000;
const WARM_UP = 500;

/**
 * Measures what a proxy on stdio with 100 rules adds to each call, and its memory over many calls. Calls through the proxy
 * and calls without it alternate, so that what else the machine does slows both.
 * @param calls how many calls the memory is measured over
 */
export async function measureProxy(folder: string, program: string, calls: number): Promise<void> {
  const rules = join(folder, 'proxy-rules.yml');
  writeFileSync(rules, ruleSet(100));
  const proxy = (...flags: string[]) => [
    ...[program, 'gateway', 'proxy', '--policies', rules, '--server', 'bench'],
    ...[...flags, '--', process.execPath, SERVER],
  ];
  console.log(`a proxy on stdio with 100 rules: what it adds to a call, of ${CALLS} alternating calls`);
  for (const [name, flags] of [
    ['without a log', []],
    ['with a log', ['--audit-log', join(folder, 'proxy.ndjson')]],
  ] as const) {
    const added = await addedLatency([SERVER], proxy(...flags));
    console.log(`  ${name}: ${added}; target at most 0.3 ms at the median`);
  }
  console.log(await memoryOver(proxy(), calls));
}

/** Rules as people write them: most on one tool, some on what inspection finds, a few on times and agents. */
function ruleSet(count: number): string {
  const rules = Array.from({ length: count }, (_, number) => {
    const name = `name: Rule ${number}`;
    if (number % 10 === 0) return `{ ${name}, toolPattern: "*", action: deny, signalCategory: secret }`;
    if (number % 10 === 1) return `{ ${name}, toolPattern: "db${number}.*", action: require_approval }`;
    if (number % 10 === 2) {
      return `{ ${name}, toolPattern: "*_delete", action: deny, context: { agent: { labels: { anyOf: [ci] } } } }`;
    }
    return `{ ${name}, toolPattern: "tool_${number}", action: deny }`;
  });
  return `version: "1"\npolicies:\n${rules.map((rule) => `  - ${rule}\n`).join('')}`;
}

const request = (id: number) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'read_file', arguments: { path: '/home/ann/shop/README.md', head: 20 } },
  });

/** A client that asks one call after the other. */
class Caller {
  readonly #child: ChildProcess;
  #waiting: (() => void) | undefined;
  #id = 0;

  constructor(args: readonly string[]) {
    this.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    this.#child.stdout?.on('data', (bytes: Buffer) => {
      if (bytes.at(-1) === 0x0a) this.#waiting?.();
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Makes a call, and returns the milliseconds until its answer. */
  async call(): Promise<number> {
    const answered = new Promise<void>((resolve) => {
      this.#waiting = resolve;
    });
    const line = `${request(this.#id++)}\n`;
    const start = performance.now();
    this.#child.stdin?.write(line);
    await answered;
    return performance.now() - start;
  }

  async end(): Promise<void> {
    this.#child.stdin?.end();
    if (this.#child.exitCode === null) await once(this.#child, 'close');
  }
}

async function addedLatency(direct: readonly string[], proxied: readonly string[]): Promise<string> {
  const [without, within] = [new Caller(direct), new Caller(proxied)];
  const times: { a: number[]; b: number[] } = { a: [], b: [] };
  for (let call = -WARM_UP; call < CALLS; call++) {
    const [b, a] = [await without.call(), await within.call()];
    if (call < 0) continue;
    times.a.push(a);
    times.b.push(b);
  }
  await Promise.all([without.end(), within.end()]);
  const [a, b] = [median(times.a), median(times.b)];
  return `${(a - b).toFixed(2)} ms (${a.toFixed(2)} against ${b.toFixed(2)} ms)`;
}

async function memoryOver(args: readonly string[], calls: number): Promise<string> {
  const caller = new Caller(args);
  const samples: number[] = [];
  for (let call = 0; call < calls; call++) {
    await caller.call();
    if (call % Math.ceil(calls / 10) === 0) samples.push(residentMegabytes(caller.pid));
  }
  const most = peakMegabytes(caller.pid);
  await caller.end();
  return `  memory over ${calls} calls: ${samples.map((each) => each.toFixed(0)).join(', ')} MB, at most ${most.toFixed(0)} MB; target at most 64 MB`;
}

const residentMegabytes = (pid: number | undefined) => statusOf(pid, 'VmRSS');
const peakMegabytes = (pid: number | undefined) => statusOf(pid, 'VmHWM');

function statusOf(pid: number | undefined, key: string): number {
  const [, kilobytes = '0'] =
    new RegExp(`${key}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}
