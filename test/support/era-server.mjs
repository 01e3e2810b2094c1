// A stdio server for tests of the eras. The first argument is JSON: { speaks: ['legacy', 'modern'], slow: MILLISECONDS,
// onUnknown: 'error' | 'ignore' | 'exit' | 'stop', record: FILE }. `slow` is how long it takes to start. It notes each
// start and each method in the record. Once it has got the legacy handshake, it speaks nothing else.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const { speaks = ['legacy'], slow = 0, onUnknown = 'error', record } = JSON.parse(process.argv[2]);
const note = (word) => record && appendFileSync(record, `${word}\n`);
const reply = (id, body) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
const _meta = { 'io.modelcontextprotocol/serverInfo': { name: 'era', version: '1.0.0' } };
const complete = { resultType: 'complete', _meta };
let isLegacy = false;
let stopped = false;

function unknown(id) {
  if (onUnknown === 'error') reply(id, { error: { code: -32601, message: 'method not found' } });
  if (onUnknown === 'exit') process.exit(1);
  if (onUnknown === 'stop') stopped = true;
}

function answer({ id, method, params = {} }) {
  note(method);
  if (stopped || id === undefined) return;
  if (method === 'initialize' && speaks.includes('legacy')) {
    isLegacy = true;
    const protocolVersion = params.protocolVersion === '2025-06-18' ? '2025-06-18' : '2025-03-26';
    const serverInfo = { name: 'era', version: '1.0.0' };
    return reply(id, { result: { protocolVersion, capabilities: { tools: {} }, serverInfo } });
  }
  if (method === 'server/discover' && speaks.includes('modern') && !isLegacy) {
    const supportedVersions = speaks.includes('strange') ? ['2031-01-01'] : ['2026-07-28'];
    const cache = { ttlMs: 0, cacheScope: 'private' };
    return reply(id, { result: { ...complete, ...cache, supportedVersions, capabilities: { tools: {} } } });
  }
  const isModern = params._meta?.['io.modelcontextprotocol/protocolVersion'] === '2026-07-28';
  if (method !== 'tools/list' || isModern === isLegacy) return unknown(id);
  const tools = [{ name: isModern ? 'modern' : 'legacy', inputSchema: { type: 'object' } }];
  reply(id, { result: { tools, ...(isModern && { ...complete, ttlMs: 60_000, cacheScope: 'public' }) } });
}

note('start');
setTimeout(
  () => createInterface({ input: process.stdin }).on('line', (line) => answer(JSON.parse(line))),
  slow,
);
