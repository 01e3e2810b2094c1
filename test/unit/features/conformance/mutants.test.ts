import { describe, expect, it } from 'vitest';
import { CHECK_IDS, type CheckId, checkOf } from '../../../../src/features/conformance/checks.ts';
import { type EraRun, runEra } from '../../../../src/features/conformance/run-era.ts';
import { toConformanceReport } from '../../../../src/features/conformance/to-report.ts';
import { checksFor } from '../../../../src/features/conformance/verdicts.ts';
import { openPeer } from '../../../../src/live/open-peer.ts';
import type { Heard } from '../../../../src/mcp/peer.ts';
import type { ProtocolEra } from '../../../../src/mcp/protocol.ts';
import { withHttpServer } from '../../../support/conforming-http.ts';
import { TOOLS } from '../../../support/conforming-server.mjs';
import { MemoryPeer, type Told } from '../../../support/memory-peer.ts';

function onStdio(era: ProtocolEra, told: Told = {}): Promise<EraRun> {
  return runEra(era, { transport: 'stdio', url: '', open: () => new MemoryPeer(told) });
}

function overHttp(era: ProtocolEra, told: Told = {}): Promise<EraRun> {
  const { signal } = new AbortController();
  return withHttpServer(told, (url) =>
    runEra(era, {
      transport: 'http',
      url,
      open: () => openPeer({ kind: 'http', url, headers: {} }, 2000, signal),
    }),
  );
}

function failed({ era, verdicts }: EraRun, transport: 'stdio' | 'http'): CheckId[] {
  return checksFor(era, transport).filter((id) => verdicts.of(id).status === 'fail');
}

describe('a server that conforms', () => {
  it.each([
    ['legacy', 'stdio'],
    ['modern', 'stdio'],
    ['legacy', 'http'],
    ['modern', 'http'],
  ] as const)('passes every check of the %s era over %s', async (era, transport) => {
    const told = { faults: ['pages'] };
    const run = await (transport === 'stdio' ? onStdio : overHttp)(era, told);
    expect(run.isSpoken).toBe(true);
    const verdicts = checksFor(era, transport).map((id) => ({ id, ...run.verdicts.of(id) }));
    expect(verdicts.filter(({ status }) => status !== 'pass')).toEqual([]);
    const report = toConformanceReport([run], { server: 's', transport, minVerified: 60 });
    expect(report).toMatchObject({ badge: 'T1', tier: 'Tier 1', accepted: true });
  });

  it.each(['legacy', 'modern'] as const)(
    'is not failed for what it does not offer, in the %s era',
    async (era) => {
      const run = await onStdio(era, { capabilities: {} });
      expect(failed(run, 'stdio')).toEqual([]);
      expect(run.verdicts.of('unknown-tool')).toMatchObject({ status: 'skip' });
    },
  );

  it('may answer with events, without sessions, and with a stream for GET', async () => {
    expect(failed(await overHttp('modern', { faults: ['events'] }), 'http')).toEqual([]);
    expect(failed(await overHttp('legacy', { faults: ['sessionless', 'get-stream'] }), 'http')).toEqual([]);
  });

  it('does not speak an era that it denies', async () => {
    expect((await onStdio('modern', { faults: ['denies-version'] })).isSpoken).toBe(false);
  });

  it('speaks one era', async () => {
    const run = await onStdio('modern', { speaks: ['legacy'] });
    expect(run.isSpoken).toBe(false);
    expect(failed(run, 'stdio')).toEqual([]);
  });
});

/** Planted faults, with what must fail. */
const LEGACY: readonly [fault: string, checks: readonly CheckId[], told?: Told][] = [
  ['old-rpc', ['message-format']],
  ['other-id', ['response-id', 'survives-malformed']],
  ['prints', ['stdout-pure']],
  ['code-text', ['error-fields', 'error-code', 'unknown-method-code']],
  ['no-message', ['error-fields']],
  ['answers-notifications', ['response-id', 'notification-answered', 'unknown-cancelled']],
  ['any-method', ['unknown-method']],
  ['silent', ['unknown-method']],
  ['odd-code', ['unknown-method-code']],
  ['dies-of-malformed', ['survives-malformed']],
  ['no-server-info', ['initialize-result']],
  ['other-version', ['version-echo']],
  ['any-version', ['version-fallback']],
  ['talkative-ping', ['ping']],
  ['hidden-tools', ['tools-declared'], { capabilities: { prompts: {} } }],
  ['no-prompts', ['declared-lists'], { capabilities: { prompts: {} } }],
  ['no-list', ['declared-lists']],
  ['list-text', ['declared-lists']],
  ['any-tool', ['unknown-tool']],
  ['any-call', ['malformed-call']],
  ['bad-output', ['output-schema']],
  ['same-cursor', ['paging']],
  ['any-cursor', ['invalid-cursor'], { faults: ['pages'] }],
  ['twice', ['response-id']],
  ['endless-prompts', ['declared-lists']],
  ['no-resource-name', ['schema-types']],
  ['no-content', ['schema-types']],
  ['content-number', ['schema-types']],
  ['other-token', ['progress-token']],
  ['late-progress', ['progress-token']],
  ['same-progress', ['progress-increases']],
  ['answers-cancelled', ['unknown-cancelled']],
  ['hidden-completions', ['completions-declared'], { capabilities: { tools: {} } }],
  ['logs', ['logging-declared'], { capabilities: { tools: {} } }],
  ['no-level', ['declared-requests']],
  ['no-subscribe', ['declared-requests']],
  ['no-completions', ['declared-requests']],
];

const MODERN: readonly [fault: string, checks: readonly CheckId[], told?: Told][] = [
  ['prints', ['stdout-pure']],
  ['asks', ['stdout-requests']],
  ['no-versions', ['discover']],
  ['stateful', ['stateless']],
  ['any-version', ['unsupported-version']],
  ['no-supported', ['unsupported-version']],
  ['no-meta-check', ['missing-meta']],
  ['no-result-type', ['result-type']],
  ['anonymous', ['server-info']],
  ['reserved-code', ['unknown-method-code', 'reserved-codes']],
  ['no-list', ['tools-listed', 'stateless']],
  ['no-hints', ['cache-hints']],
  ['shuffles', ['list-order']],
  ['stays', ['exit-on-eof']],
  ['supports-any', ['unsupported-version']],
  ['no-discover-hints', ['cache-hints']],
  ['half-ttl', ['cache-hints']],
  ['other-token', ['progress-token']],
  ['same-progress', ['progress-increases']],
  ['cancels', ['cancels-requests']],
  ['no-listen', ['subscription-acknowledged']],
  ['no-filter', ['subscription-acknowledged']],
  ['early-change', ['subscription-acknowledged']],
];

const OVER_HTTP: readonly [era: ProtocolEra, fault: string, checks: readonly CheckId[]][] = [
  ['legacy', 'any-origin', ['origin-refused']],
  ['modern', 'any-origin', ['origin-refused']],
  ['modern', 'no-listen', ['subscription-acknowledged']],
  ['legacy', 'any-host', ['host-refused']],
  ['legacy', 'text-type', ['content-type']],
  ['legacy', 'notification-200', ['notification-answered', 'notification-status']],
  ['legacy', 'get-page', ['get-status']],
  ['legacy', 'any-version-header', ['version-header']],
  ['legacy', 'odd-session', ['session-id']],
  ['legacy', 'odd-session-status', ['session-required']],
  ['legacy', 'keeps-sessions', ['session-ended']],
  ['legacy', 'takes-malformed', ['survives-malformed']],
  ['modern', 'always-200', ['unknown-method-status', 'unsupported-version-status', 'missing-meta-status']],
  ['modern', 'any-header-version', ['header-version']],
  ['modern', 'any-header-method', ['header-method']],
  ['modern', 'any-header-name', ['header-name']],
  ['modern', 'any-header-missing', ['header-missing']],
  ['modern', 'mismatch-200', ['header-version', 'header-method', 'header-name', 'header-missing']],
];

describe('a server with a fault fails its checks, and no other', () => {
  it.each(LEGACY)('legacy: %s', async (fault, checks, told = {}) => {
    const run = await onStdio('legacy', { ...told, faults: [...(told.faults ?? []), fault] });
    expect(failed(run, 'stdio').sort()).toEqual([...checks].sort());
  });

  it.each(MODERN)('modern: %s', async (fault, checks, told = {}) => {
    const run = await onStdio('modern', { ...told, faults: [...(told.faults ?? []), fault] });
    expect(failed(run, 'stdio').sort()).toEqual([...checks].sort());
  });

  it.each(OVER_HTTP)('%s over HTTP: %s', async (era, fault, checks) => {
    expect(failed(await overHttp(era, { faults: [fault] }), 'http').sort()).toEqual([...checks].sort());
  });

  it.each([
    ['no schema', { name: 'a' }, ['tool-input-schema']],
    ['a schema of another type', { name: 'a', inputSchema: { type: 'array' } }, ['tool-input-schema']],
    [
      'a schema that is none',
      { name: 'a', inputSchema: { type: 'object', properties: 7 } },
      ['tool-input-schema'],
    ],
    ['a long name', { name: 'a'.repeat(129), inputSchema: { type: 'object' } }, ['tool-name-length']],
    ['a name with a blank', { name: 'a b', inputSchema: { type: 'object' } }, ['tool-name-characters']],
    ['no name', { inputSchema: { type: 'object' } }, ['tool-name-length', 'tool-name-characters']],
    ['a name twice', TOOLS[1], ['tool-names-unique']],
    [
      'another dialect',
      { name: 'a', inputSchema: { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object' } },
      [],
    ],
    [
      'a pattern that only this engine lacks',
      { name: 'a', inputSchema: { type: 'object', properties: { b: { pattern: '(?=a)' } } } },
      [],
    ],
  ])('a tool with %s', async (_, tool, checks) => {
    const run = await onStdio('legacy', { tools: [...TOOLS, tool as object] });
    expect(failed(run, 'stdio')).toEqual(checks);
  });

  it('plants a fault for every check', () => {
    const planted = new Set([...LEGACY, ...MODERN].flatMap(([, checks]) => checks));
    for (const [, , checks] of OVER_HTTP) for (const id of checks) planted.add(id);
    const tools: readonly CheckId[] = [
      'tool-input-schema',
      'tool-name-length',
      'tool-name-characters',
      'tool-names-unique',
    ];
    // the same as another, over another transport or for another list
    const alike: readonly CheckId[] = ['prompts-declared', 'resources-declared', 'stream-requests'];
    expect(CHECK_IDS.filter((id) => ![...planted, ...tools, ...alike].includes(id))).toEqual([]);
    for (const id of CHECK_IDS) expect(checkOf(id).sentence).not.toBe('');
  });
});

describe('a server that starts too slowly for another connection', () => {
  it.each(['legacy', 'modern'] as const)('is not failed for it, in the %s era', async (era) => {
    let opened = 0;
    const run = await runEra(era, {
      transport: 'stdio',
      url: '',
      open: () => {
        const peer = new MemoryPeer({});
        const silent: Heard = { messages: [], noise: [], end: 'silent' };
        const isSlow = ++opened === 2;
        return {
          transport: 'stdio' as const,
          send: (sent) => (isSlow ? Promise.resolve(silent) : peer.send(sent)),
          end: () => peer.end(),
          close: () => peer.close(),
        };
      },
    });
    expect(failed(run, 'stdio')).toEqual([]);
    const slow = era === 'legacy' ? 'version-echo' : 'unsupported-version';
    expect(run.verdicts.of(slow)).toMatchObject({ status: 'skip', reason: 'not-verified' });
  });
});

describe('a server that stops answering', () => {
  it('is asked no more, and what is left is not verified', async () => {
    let asked = 0;
    const run = await runEra('legacy', {
      transport: 'stdio',
      url: '',
      open: () => {
        const peer = new MemoryPeer({});
        const silent: Heard = { messages: [], noise: [], end: 'silent' };
        return {
          transport: 'stdio' as const,
          send: (sent) => (++asked > 6 ? Promise.resolve(silent) : peer.send(sent)),
          end: () => peer.end(),
          close: () => peer.close(),
        };
      },
    });
    expect(run.verdicts.of('version-echo')).toMatchObject({ status: 'skip', reason: 'not-verified' });
    const report = toConformanceReport([run], { server: 's', transport: 'stdio', minVerified: 100 });
    expect(report.accepted).toBe(false);
    expect(asked).toBeLessThan(20);
  });
});
