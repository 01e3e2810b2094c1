import type { RecordingSample } from './recording-sample.ts';

const request = (id: number, method: string, params: object) => ({ jsonrpc: '2.0', id, method, params });
const answer = (id: number, result: object) => ({ jsonrpc: '2.0', id, result });

const list = [request(1, 'tools/list', {}), answer(1, { tools: [] })] as const;
const freed = [
  request(2, 'tools/call', { name: 'free_berth', arguments: { berth: 'B7' } }),
  answer(2, { content: [{ type: 'text', text: 'B7 is locked' }], isError: true }),
] as const;
const found = [
  request(3, 'tools/call', { name: 'find_ship', arguments: { ship: 'Aurora' } }),
  answer(3, { content: [{ type: 'text', text: 'in B7' }] }),
] as const;

const exchanges = [list, freed, found];

/** Samples of the programs that record an MCP connection. */
export const MCP_SAMPLES: readonly RecordingSample[] = [
  {
    format: 'mcp-cassette tape',
    rows: [
      { type: 'header', cassetteVersion: 2, startedAt: '2026-05-01T08:00:00Z', transport: 'stdio' },
      ...exchanges.flatMap(([asked, answered], index) => [
        { type: 'frame', t: 2 * index + 1, dir: 'c2s', frame: asked },
        { type: 'frame', t: 2 * index + 2, dir: 's2c', frame: answered },
      ]),
    ],
    sketch: 'free_berth! find_ship',
  },
  {
    format: 'mcp-recorder cassette',
    document: {
      version: '1.0',
      metadata: {
        recorded_at: '2026-05-01T08:00:00+00:00',
        server_info: { name: 'harbour', version: '1.0.0' },
      },
      interactions: exchanges.map(([asked, answered]) => ({
        type: 'jsonrpc_request',
        request: asked,
        response: answered,
      })),
    },
    sketch: 'free_berth! find_ship',
  },
  {
    format: 'agent-vcr recording',
    document: {
      format_version: '1.0.0',
      metadata: {
        recorded_at: '2026-05-01T08:00:00',
        transport: 'stdio',
        server_info: { name: 'harbour', version: '1.0.0' },
      },
      session: {
        interactions: exchanges.map(([asked, answered], sequence) => ({
          sequence,
          direction: 'client_to_server',
          request: asked,
          response: answered,
        })),
      },
    },
    sketch: 'free_berth! find_ship',
  },
];
