import type { RecordingSample } from './recording-sample.ts';

const rpc = (id: number | string, method: string, params?: object) => ({
  jsonrpc: '2.0',
  id,
  method,
  ...(params && { params }),
});

const logged = (from: string, message: object) => ({ timestamp: '2026-05-01T08:00:00Z', from, message });

/** Samples of agents with a session of their own, and of connections to MCP servers. */
export const AGENT_SAMPLES: readonly RecordingSample[] = [
  {
    format: 'MCP messages (JSON-RPC)',
    rows: [
      rpc(0, 'initialize', { protocolVersion: '2025-06-18' }),
      { jsonrpc: '2.0', id: 0, result: { serverInfo: { name: 'harbour', version: '1' } } },
      { jsonrpc: '2.0', method: 'notifications/initialized' },
      rpc(1, 'tools/list'),
      { jsonrpc: '2.0', id: 1, result: { tools: [{ name: 'free_berth', inputSchema: { type: 'object' } }] } },
      rpc(2, 'tools/call', { name: 'free_berth', arguments: { berth: 'B7' } }),
      rpc(3, 'tools/call', { name: 'free_berth', arguments: { berth: 'B8' } }),
      { jsonrpc: '2.0', id: 2, result: { content: [{ type: 'text', text: 'ok' }] } },
      { jsonrpc: '2.0', id: 3, result: { content: [{ type: 'text', text: 'locked' }], isError: true } },
    ],
    sketch: 'free_berth free_berth!',
  },
  {
    format: 'MCP messages (JSON-RPC)',
    rows: [
      logged('client', rpc('a', 'tools/call', { name: 'free_berth', arguments: { berth: 'B7' } })),
      logged('server', rpc('a', 'roots/list')),
      logged('client', { jsonrpc: '2.0', id: 'a', result: { roots: [] } }),
      logged('server', { jsonrpc: '2.0', id: 'a', error: { code: -32000, message: 'locked' } }),
    ],
    sketch: 'free_berth!',
  },
];
