import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { HeldCalls } from '../src/commands/gateway/held-calls.ts';
import { REPORT_KINDS } from '../src/commands/report/kinds.ts';
import type { AllReport } from '../src/features/all/report-schema.ts';
import type { PackageVerdict } from '../src/features/package/verify-schema.ts';
import { openApprovalsFolder } from '../src/node/approvals-folder.ts';
import { sha256 } from '../src/node/sha256.ts';
import { ALL_FORMATS } from '../src/report/all/formats.ts';
import { PACKAGE_VERDICT_FORMATS } from '../src/report/package/formats.ts';
import { PLAIN } from '../src/report/palette.ts';
import { isObject } from '../src/values/own-property.ts';
import { findRuns, readRun } from './support/golden-cases.ts';
import { callToHold } from './support/held-samples.ts';
import { mutantsOf } from './support/mutants.ts';
import { POSITIVE, REPORT_EDITS, type ReportEdit } from './support/report-edits.ts';
import { type CliResult, runCli } from './support/run-cli.ts';

const COMMANDS = [...new Set(Object.values(REPORT_KINDS).map(({ command }) => command.replace(/ --.*/, '')))];

/** The golden runs of the commands that report. */
const runs = findRuns(join(import.meta.dirname, 'golden')).filter((run) => {
  const { argv } = readRun(run);
  return COMMANDS.some((command) => argv.join(' ').startsWith(`${command} `));
});

/** The arguments without what says how the report is written, and with further flags. */
function withFlags(argv: readonly string[], flags: readonly string[]): string[] {
  const cut = argv.includes('--') ? argv.indexOf('--') : argv.length;
  const own = argv.slice(0, cut);
  const kept = own.filter(
    (word, index) =>
      !['--format', '--out', '--report', '--json'].includes(word) &&
      !['--format', '--out', '--report'].includes(own[index - 1] ?? ''),
  );
  return [...kept, ...flags, ...argv.slice(cut)];
}

const ALL: AllReport = {
  schema_version: 'mcptest.dev/all-report/v1',
  verdict: 'fail',
  suite: 'mcptest.yml',
  folder: 'out',
  lanes: [
    {
      lane: 'run',
      answer: 'rejected',
      exit_code: 1,
      says: 'FAIL',
      reasons: [{ message: 'a test failed', help: 'mend it' }],
      more_reasons: 1,
      judged_by: [],
      files: ['run.json'],
    },
  ],
};
const VERDICT: PackageVerdict = {
  schema_version: 'mcptest.dev/package-verdict/v1',
  accepted: false,
  files: 1,
  problems: [{ path: 'dist/a.cjs', problem: 'added', found: 'a'.repeat(64) }],
};

const supportFile = (name: string) => join(import.meta.dirname, 'support', name);
const stdioServer = (told: object) => [
  '--',
  process.execPath,
  supportFile('stdio-server.mjs'),
  JSON.stringify(told),
];
const tool = { name: 'get_it', inputSchema: { type: 'object' } };
const tape = [
  {
    schema_version: 'mcptest.dev/tape/v1',
    era: 'legacy',
    transport: 'stdio',
    client: {},
    server: {},
    redaction: { env: [], values: 0 },
  },
  ...[
    {
      id: 0,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 't', version: '1' } },
    },
    {
      id: 0,
      result: {
        protocolVersion: '2025-11-25',
        capabilities: { tools: {} },
        serverInfo: { name: 'r', version: '1' },
      },
    },
    { method: 'notifications/initialized' },
    { id: 1, method: 'tools/call', params: { name: 'get_it', arguments: {} } },
    { id: 1, result: { content: [{ type: 'text', text: 'another' }] } },
  ].map((frame, t) => ({
    t,
    dir: 'method' in frame ? 'to_server' : 'to_client',
    stream: 0,
    frame: { jsonrpc: '2.0', ...frame },
  })),
];

/** Commands that ask a server. What it answers, and how long that takes, differs from run to run. */
const LIVE: Readonly<Record<string, { argv: readonly string[]; files?: Record<string, string> }>> = {
  'conformance run': {
    argv: [
      'conformance',
      'run',
      '--',
      process.execPath,
      supportFile('conforming-server.mjs'),
      JSON.stringify({ faults: ['prints', 'stays'] }),
    ],
  },
  probe: { argv: ['probe', ...stdioServer({ tools: [tool, { ...tool, name: 'delete_it' }] })] },
  'probe --protocol both': {
    argv: [
      'probe',
      '--protocol',
      'both',
      '--',
      process.execPath,
      supportFile('both-server.mjs'),
      JSON.stringify({ record: '/dev/null', odd: true, only: true }),
    ],
  },
  'record verify': {
    argv: ['record', 'verify', '--tape', 't.jsonl', ...stdioServer({ tools: [tool] })],
    files: { 't.jsonl': tape.map((line) => `${JSON.stringify(line)}\n`).join('') },
  },
};

/** Reports that go to a folder, or are about the package itself, with their text for people. */
const ELSEWHERE = [
  { report: ALL, text: async () => (await ALL_FORMATS.pretty())(ALL, PLAIN) },
  { report: VERDICT, text: async () => (await PACKAGE_VERDICT_FORMATS.pretty())(VERDICT, PLAIN) },
];

const versions = new Set<string>();

/** Runs a command that writes its report in every format, and compares each with what `report` makes of the JSON. */
async function compareAll(run: (flags: readonly string[]) => Promise<CliResult>): Promise<void> {
  const first = await run(['--format', 'json', '--out', 'again.json']);
  const text = first.files['again.json'];
  // it could not evaluate
  if (text === undefined) return;
  const version: string = JSON.parse(text.split('\n{')[0] ?? '').schema_version;
  const kind = REPORT_KINDS[version];
  // a cassette, a verdict on a call
  if (!kind) return;
  versions.add(version);
  const further = kind.formats.flatMap((format) => ['--report', `${format}=again.${format}`]);
  const { files } = await run(['--format', 'json', '--out', 'last.json', ...further]);
  for (const format of kind.formats) {
    const inputs = { 'again.json': files['again.json'] ?? '' };
    const again = await runCli(['report', 'again.json', '--format', format], { files: inputs });
    expect([format, again.exitCode, again.stderr]).toEqual([format, 0, '']);
    expect(again.stdout).toBe(files[`again.${format}`]);
  }
  await refusesEdits(version, text);
  await staysRejected(version, text);
}

/** How often each change was tried: a few reports show it. */
const tried = new Map<ReportEdit, number>();

/** Changes a report by hand so that it contradicts itself, which no format shows. */
async function refusesEdits(version: string, text: string): Promise<void> {
  for (const edit of REPORT_EDITS[version] ?? []) {
    const times = tried.get(edit) ?? 0;
    const report = JSON.parse(text);
    if (times >= MOST_TRIES || !edit.make(report as never)) continue;
    tried.set(edit, times + 1);
    const { exitCode, stdout, stderr } = await runCli(['report', 'r.json'], {
      files: { 'r.json': JSON.stringify(report) },
    });
    expect([edit.name, exitCode, stdout, stderr]).toEqual([
      edit.name,
      2,
      '',
      expect.stringMatching(edit.says),
    ]);
    expect(stderr).toContain('a report that contradicts itself was changed after it was written');
  }
}

const MOST_TRIES = 3;

/** The kinds of which a report that says no was changed in every place. */
const changed = new Set<string>();

/** No single change of a report that says no makes one that says yes and is shown, nor a fault of ours. */
async function staysRejected(version: string, text: string): Promise<void> {
  const isPositive = POSITIVE[version];
  if (!isPositive || changed.has(version) || text.length > MOST_CHANGED) return;
  const report = JSON.parse(text);
  if (isPositive(report as never)) return;
  changed.add(version);
  // the checks of a conformance run have too many places
  const isLong = (value: unknown) => Array.isArray(value) && value.length > 20;
  const [long, rest] = [isLong, (value: unknown) => !isLong(value)].map((is) =>
    Object.fromEntries(Object.entries(report).filter(([, value]) => is(value))),
  );
  for (const changes of mutantsOf(rest, 'of-the-first')) {
    const mutant = isObject(changes) ? { ...changes, ...long } : changes;
    const edited = JSON.stringify(mutant);
    const { exitCode } = await runCli(['report', 'r.json'], { files: { 'r.json': edited } });
    expect([0, 2], edited).toContain(exitCode);
    expect(exitCode === 0 && isPositive(mutant as never), edited).toBe(false);
  }
}

/** A longer report, in characters, has too many places. */
const MOST_CHANGED = 40_000;

describe('a report that was kept as JSON gives the same in every format', () => {
  it.each(runs)('$name', async (golden) => {
    const { argv, inputTexts } = readRun(golden);
    await compareAll((flags) =>
      runCli(withFlags(argv, flags), { files: inputTexts, approvals: openApprovalsFolder }),
    );
  });

  it.each(Object.entries(LIVE))('%s', async (_, { argv, files = {} }) => {
    await compareAll((flags) => runCli(withFlags(argv, flags), { files }));
  });

  it.each(['list', 'show'])('gateway approvals %s', async (command) => {
    const folder = mkdtempSync(join(tmpdir(), 'mcptest-again-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, 'approvals');
    const { id } = new HeldCalls(openApprovalsFolder(path), sha256).hold(callToHold());
    const argv = [
      'gateway',
      'approvals',
      command,
      ...(command === 'show' ? [id] : []),
      '--approvals-dir',
      path,
    ];
    await compareAll((flags) =>
      runCli(withFlags([...argv, '--now', '2026-06-01T12:01:00Z'], flags), {
        approvals: openApprovalsFolder,
      }),
    );
  });

  it('what is written elsewhere than other reports', async () => {
    for (const { report, text } of ELSEWHERE) {
      versions.add(report.schema_version);
      const { stdout, stderr } = await runCli(['report', 'r.json'], {
        files: { 'r.json': JSON.stringify(report) },
      });
      expect([stdout, stderr]).toEqual([await text(), '']);
      await refusesEdits(report.schema_version, JSON.stringify(report));
      await staysRejected(report.schema_version, JSON.stringify(report));
    }
  });

  it('covers every kind', () => {
    expect(Object.keys(REPORT_KINDS).filter((version) => !versions.has(version))).toEqual([]);
  });

  it('stays as it was after any single change', () => {
    expect(Object.keys(POSITIVE).filter((version) => !changed.has(version))).toEqual([]);
  });

  it('was refused after each change by hand', () => {
    const all = Object.entries(REPORT_EDITS).flatMap(([version, edits]) =>
      edits.map((edit) => ({ edit, is: `${version}: ${edit.name}` })),
    );
    expect(all.filter(({ edit }) => !tried.has(edit)).map(({ is }) => is)).toEqual([]);
    // a list comes to no answer that its parts could contradict
    expect(Object.keys(REPORT_KINDS).filter((version) => !REPORT_EDITS[version])).toEqual(
      [
        'mcptest.dev/security-rules/v1',
        'mcptest.dev/facts/v1',
        'mcptest.dev/fact-catalog/v1',
        'mcptest.dev/judge-correction/v1',
        'mcptest.dev/gateway-policies/v1',
        'mcptest.dev/approvals/v1',
      ].sort((a, b) => Object.keys(REPORT_KINDS).indexOf(a) - Object.keys(REPORT_KINDS).indexOf(b)),
    );
  });
});
