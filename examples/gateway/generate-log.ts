/**
 * Writes an audit log of a company that does not exist, always the same one: `npx tsx generate-log.ts [records]`.
 * The benchmark makes larger ones with it.
 */
import { pathToFileURL } from 'node:url';

const START = Date.UTC(2026, 4, 4);
const MINUTE = 60_000;
/** One record every ten minutes or so: 2,000 of them are two weeks. */
const STEP = 10 * MINUTE;

/** Numbers from 0 to 1 that look random and never differ from run to run (mulberry32). */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

interface Tool {
  readonly tool: string;
  readonly server: string;
  readonly agent: string;
  readonly type: string;
  /** How often it is called, beside the others. */
  readonly weight: number;
  readonly risk: readonly [number, number];
  readonly policy?: string;
  readonly decision?: 'deny' | 'require_approval';
  /** How those that are held end. */
  readonly approval?: 'approved' | 'denied' | 'either';
  readonly signal?: string;
  /** Called during working hours alone. */
  readonly officeHours?: true;
  readonly environment?: string;
}

const TOOLS: readonly Tool[] = [
  { tool: 'db.query', server: 'warehouse', agent: 'analyst', type: 'database', weight: 30, risk: [0, 30] },
  {
    tool: 'db.write',
    server: 'warehouse',
    agent: 'deploy-bot',
    type: 'database',
    weight: 6,
    risk: [20, 60],
    policy: 'Approve production writes',
    decision: 'require_approval',
    approval: 'either',
    environment: 'production',
  },
  ...['github.read_issue', 'github.read_file', 'github.read_pull'].map(
    (tool): Tool => ({
      tool,
      server: 'github',
      agent: 'triage-bot',
      type: 'http_api',
      weight: 8,
      risk: [0, 10],
      policy: 'Review repository reads',
      decision: 'require_approval',
      approval: 'approved',
    }),
  ),
  { tool: 'github.comment', server: 'github', agent: 'triage-bot', type: 'http_api', weight: 8, risk: [5, 25] },
  {
    tool: 'aws.delete_bucket',
    server: 'aws',
    agent: 'deploy-bot',
    type: 'http_api',
    weight: 3,
    risk: [60, 90],
    policy: 'Approve deletions',
    decision: 'require_approval',
    approval: 'denied',
    signal: 'destructive',
  },
  {
    tool: 'gmail.send',
    server: 'mail',
    agent: 'support-bot',
    type: 'messaging',
    weight: 10,
    risk: [0, 35],
  },
  {
    tool: 'gmail.send',
    server: 'mail',
    agent: 'support-bot',
    type: 'messaging',
    weight: 3,
    risk: [40, 70],
    policy: 'Approve mail with personal data',
    decision: 'require_approval',
    approval: 'denied',
    signal: 'pii',
  },
  {
    tool: 'deploy.release',
    server: 'deploy',
    agent: 'deploy-bot',
    type: 'other',
    weight: 5,
    risk: [10, 40],
    officeHours: true,
    environment: 'production',
  },
  { tool: 'fs.read', server: 'files', agent: 'support-bot', type: 'filesystem', weight: 12, risk: [0, 55] },
  {
    tool: 'shell.run',
    server: 'files',
    agent: 'deploy-bot',
    type: 'other',
    weight: 2,
    risk: [70, 100],
    policy: 'No shell',
    decision: 'deny',
  },
];

const LABELS: Readonly<Record<string, readonly string[]>> = {
  analyst: ['data', 'read-only'],
  'deploy-bot': ['platform', 'ci'],
  'triage-bot': ['engineering'],
  'support-bot': ['support', 'external'],
};

const WEIGHT = TOOLS.reduce((sum, { weight }) => sum + weight, 0);

/** The lines of a log of so many records. */
export function* auditLog(records: number): Generator<string> {
  const next = numbers(2026);
  for (let index = 0; index < records; index++) {
    const tool = pick(next());
    const at = timeOf(index, tool, next());
    yield JSON.stringify(toRecord(index, at, tool, next));
  }
}

function pick(at: number): Tool {
  let left = at * WEIGHT;
  return TOOLS.find(({ weight }) => (left -= weight) < 0) ?? (TOOLS[0] as Tool);
}

function timeOf(index: number, { officeHours }: Tool, jitter: number): string {
  const at = START + index * STEP + Math.floor(jitter * STEP);
  const time = new Date(at);
  if (officeHours) time.setUTCHours(9 + (index % 8));
  return time.toISOString();
}

function toRecord(index: number, at: string, tool: Tool, next: () => number): Record<string, unknown> {
  const { server, agent, type, risk, policy, decision, approval, signal } = tool;
  const state = approval === 'either' ? (next() < 0.7 ? 'approved' : 'denied') : approval;
  const environment = tool.environment ?? (next() < 0.6 ? 'production' : 'staging');
  // in its first days the gateway did not inspect what passed through it
  const inspected = index % 2000 >= 150;
  const [least, most] = risk;
  return {
    id: `call-${String(index + 1).padStart(6, '0')}`,
    at,
    tool: tool.tool,
    agent: { id: agent, labels: LABELS[agent] },
    ip: server === 'deploy' ? `10.20.0.${10 + (index % 5)}` : `10.${index % 4}.7.${Math.floor(next() * 200)}`,
    server,
    resource: { environment, type },
    arguments: { target: `${server}/${Math.floor(next() * 1000)}`, reason: 'as the ticket says' },
    ...(inspected && {
      risk: least + Math.floor(next() * (most - least)),
      signals: signal ? [{ category: signal, severity: 'medium' }] : [],
    }),
    decision: decision ?? 'allow',
    ...(state && { approval: { state } }),
    ...(policy && { policy }),
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const line of auditLog(Number(process.argv[2] ?? 2000))) process.stdout.write(`${line}\n`);
}
