import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { RecordingJudge } from '../../src/commands/gateway/call-judge.ts';
import { HeldCalls } from '../../src/commands/gateway/held-calls.ts';
import { LiveRules } from '../../src/commands/gateway/live-rules.ts';
import { HttpGate } from '../../src/features/gateway/enforce/proxy/http-gate.ts';
import type { Rule } from '../../src/features/gateway/rules/model.ts';
import { sha256 } from '../../src/node/sha256.ts';
import type { ApprovalsFolder, Ports } from '../../src/ports.ts';
import { cedarOf } from '../support/cedar.ts';
import { calls, rules } from '../support/gateway-arbitraries.ts';
import { decideSlowly, isMatch } from '../support/gateway-oracle.ts';
import { memoryFiles } from '../support/memory-files.ts';
import { builtProgram } from '../support/packed.ts';
import { runCli } from '../support/run-cli.ts';

const ECHO = join(import.meta.dirname, '../support/echo-server.mjs');

/** How many rule sets a process gets one after the other, and how many calls are made under each. */
const RULE_SETS = 24;
const CALLS = 5;

const SERVERS = [
  { name: 'pg', environment: 'production', type: 'database', host: 'db.corp.com' },
  { name: 'mail' },
] as const;

/** Rules that Cedar can express. */
const plain = (rules: readonly Rule[]) =>
  rules
    .filter(({ toolPattern }) => toolPattern.split('*').length <= 2)
    .map((rule) => ({ ...rule, signalCategory: null, riskThreshold: null }));

/** A rule as a person writes it. */
function written({ line: _, context, ...rule }: Rule) {
  if (context === null) return rule;
  const plain = (value: unknown): unknown =>
    JSON.parse(JSON.stringify(value, (key, each) => (key === 'negate' && each === false ? undefined : each)));
  return { ...rule, context: plain(context) };
}

function folderInMemory(): ApprovalsFolder {
  const files = new Map<string, string>();
  let chance = 0;
  return {
    path: 'approvals',
    names: () => [...files.keys()].sort(),
    read: (name) => files.get(name),
    create: (name, text) => {
      if (files.has(name)) return false;
      files.set(name, text);
      return true;
    },
    remove: (name) => void files.delete(name),
    chance: () => (chance++).toString(16).padStart(8, '0'),
  };
}

const settings = fc.record({
  server: fc.constantFrom('pg', 'mail', 'nobody', undefined),
  labels: fc.constantFrom(undefined, 'ci', 'dev,straße'),
  byDefault: fc.constantFrom('allow', 'deny', 'require_approval', undefined),
  threat: fc.constantFrom(undefined, 'prompt_injection', 'jailbreak'),
});

/** What the proxy must do: the rules, then what they leave open, then servers that nobody knows. */
function opinion(
  written: readonly Rule[],
  byDefault: string | undefined,
  call: Parameters<typeof decideSlowly>[2],
): string {
  const { decision, policy } = decideSlowly(written, SERVERS, call);
  const decided = policy === null ? (byDefault ?? 'allow') : decision;
  const isKnown = SERVERS.some(({ name }) => name === call.server);
  const asksForServer = written.some(
    (rule) =>
      rule.enabled &&
      rule.context?.resource !== undefined &&
      isMatch({ ...rule, context: null, signalCategory: null }, SERVERS, call),
  );
  return !isKnown && asksForServer ? 'deny' : decided;
}

describe('a proxy', () => {
  it('does with a thousand rule sets what the documentation says, and writes a log without flips', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        rules.filter((each) => each.some(({ enabled }) => enabled)),
        settings,
        fc.array(calls, { minLength: 3, maxLength: 5 }),
        async (made, { server, labels, byDefault, threat }, asked) => {
          const ruleSet = JSON.stringify({
            version: '1',
            policies: made.map(written),
            servers: SERVERS,
            ...(byDefault !== undefined && { default: byDefault }),
          });
          const files = memoryFiles({
            'p.json': ruleSet,
            't.ndjson':
              threat === undefined
                ? ''
                : JSON.stringify({ agent: 'bot', class: threat, at: '1990-01-01T00:00:00Z' }),
          });
          let now = 0;
          const told: string[] = [];
          const ports = {
            files,
            sha256,
            stderr: { isTerminal: false, write: (text: string) => void told.push(text) },
            systemTime: () => now,
          } as unknown as Ports;
          const options = {
            policies: 'p.json',
            auditLog: 'log',
            server,
            labels,
            agentId: 'bot',
            threats: 't.ndjson',
          };
          const live = new LiveRules(options as ConstructorParameters<typeof LiveRules>[0], ports);
          const held = new HeldCalls(folderInMemory(), sha256);
          const judge = new RecordingJudge(live, held, { hold: 0, ttl: 1000, pause: async () => {} }, ports);
          const gate = new HttpGate(judge, { denyAs: 'result', showDenied: false });
          for (const [id, { ip: from, ...call }] of asked.entries()) {
            now = call.at;
            // a proxy learns it from the connection
            const ip = from !== undefined && isIP(from) !== 0 ? from : undefined;
            const message = { jsonrpc: '2.0', id, method: 'tools/call', params: { name: call.tool } };
            const posted = await gate.post(Buffer.from(JSON.stringify(message)), {
              ...{ method: undefined, name: undefined, client: '', ip },
              gone: new AbortController().signal,
            });
            // what detectors find is no decision
            const last = JSON.parse((files.texts.log ?? '').trim().split('\n').at(-1) ?? '');
            const wanted = opinion(made, byDefault, {
              ...{ tool: call.tool, at: call.at, risk: last.risk, signals: last.signals },
              ...(server !== undefined && { server }),
              ...(ip !== undefined && { ip }),
              agent: {
                id: 'bot',
                ...(labels !== undefined && { labels: labels.split(',') }),
                ...(threat !== undefined && { mlThreatClass: threat }),
              },
            });
            expect(posted.kind).toBe(wanted === 'allow' ? 'forward' : 'answer');
            expect(last.decision).toBe(wanted);
            seen.add(wanted);
          }
          const { stdout, stderr } = await runCli(
            [
              'gateway',
              'backtest',
              '--policies',
              'p.json',
              '--after',
              'p.json',
              '--audit-log',
              'log',
              '--json',
            ],
            { files: { 'p.json': ruleSet, log: files.texts.log ?? '' } },
          );
          expect(stderr).toBe('');
          expect(JSON.parse(stdout)).toMatchObject({
            total: asked.length,
            flipped: 0,
            unknown: 0,
            drift: { total: 0, unknown: 0 },
          });
        },
      ),
      { numRuns: 1000 },
    );
    expect([...seen].sort()).toEqual(['allow', 'deny', 'require_approval']);
  }, 240_000);

  it('as a process on stdio does what the documentation and Cedar say, with the rules as they are at the time', async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mcptest-oracle-')));
    const at = (name: string) => join(folder, name);
    const seed = 20261129;
    const made = (each: typeof rules) =>
      fc.sample(
        each.filter((all) => all.some(({ enabled }) => enabled)),
        { seed, numRuns: RULE_SETS / 2 },
      );
    // Cedar knows no signals and thresholds
    const ruleSets = [...made(rules), ...made(rules.map(plain))];
    const texts = ruleSets.map((each, index) => {
      // no two texts are the same, so that each is told of
      const mark = { name: `set ${index}`, toolPattern: 'x', action: 'allow', enabled: false };
      return JSON.stringify({ version: '1', policies: [...each.map(written), mark], servers: SERVERS });
    });
    writeFileSync(at('p.json'), texts[0] ?? '');
    const child = spawn(process.execPath, [
      ...(await builtProgram()),
      ...[
        'gateway',
        'proxy',
        '--policies',
        at('p.json'),
        '--server',
        'pg',
        '--agent-id',
        'bot',
        '--labels',
        'ci',
      ],
      ...['--audit-log', at('log'), '--approvals-dir', at('approvals'), '--hold', '1ms'],
      ...['--', process.execPath, ECHO, at('seen')],
    ]);
    onTestFinished(() => {
      child.kill('SIGKILL');
      rmSync(folder, { recursive: true });
    });
    const answers: string[] = [];
    let said = '';
    createInterface({ input: child.stdout }).on('line', (line) => answers.push(line));
    child.stderr.on('data', (piece) => {
      said += piece;
    });
    const until = (holds: () => boolean) =>
      vi.waitUntil(() => holds() || said.includes('faulty'), { timeout: 60_000, interval: 10 });
    const asked = fc.sample(calls, { seed, numRuns: RULE_SETS * CALLS });
    const seen = new Set<string>();
    for (const [index, { tool }] of asked.entries()) {
      const set = Math.floor(index / CALLS);
      const policies = ruleSets[set] ?? [];
      if (set > 0 && index % CALLS === 0) {
        writeFileSync(at('p.json'), texts[set] ?? '');
        await until(() => said.split('its rules are in force').length > set);
      }
      const message = {
        jsonrpc: '2.0',
        id: index,
        method: 'tools/call',
        params: { name: tool, arguments: {} },
      };
      child.stdin.write(`${JSON.stringify(message)}\n`);
      await until(() => answers.length > index);
      const last = JSON.parse(readFileSync(at('log'), 'utf8').trim().split('\n').at(-1) ?? '');
      const call = {
        ...{ tool, server: 'pg', at: Date.parse(last.at), risk: last.risk, signals: last.signals },
        agent: { id: 'bot', labels: ['ci'] },
      };
      const wanted = opinion(policies, undefined, call);
      expect({ set, tool, decision: last.decision }).toEqual({ set, tool, decision: wanted });
      if (set >= RULE_SETS / 2) expect(cedarOf(policies, SERVERS)(call).decision).toBe(wanted);
      const passed = (existsSync(at('seen')) ? readFileSync(at('seen'), 'utf8') : '').includes(
        `"id":${index},`,
      );
      expect(passed).toBe(wanted === 'allow');
      expect(JSON.parse(answers[index] ?? '')).toMatchObject({ id: index });
      seen.add(wanted);
    }
    child.stdin.end();
    await until(() => child.exitCode !== null);
    expect([...seen].sort()).toEqual(['allow', 'deny', 'require_approval']);
  });
});
