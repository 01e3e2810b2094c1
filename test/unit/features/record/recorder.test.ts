import { expect, it } from 'vitest';
import { Recorder } from '../../../../src/features/record/recorder.ts';

it('leaves no argument on a tape in a header that is redacted in its message', () => {
  const recorder = new Recorder('http', []);
  const passed = (args: object) => {
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'a', arguments: args } };
    const bytes = Buffer.from(JSON.stringify(message));
    const headers = { 'mcp-param-place': 'quiet', 'mcp-name': 'a' };
    return JSON.parse(recorder.take({ dir: 'to_server', t: 0, stream: 0, bytes, headers }) ?? '').headers;
  };
  expect(passed({ password: 'quiet' })).toEqual({ 'mcp-param-place': '[redacted]', 'mcp-name': 'a' });
  expect(passed({ place: 'quiet' })).toEqual({ 'mcp-param-place': 'quiet', 'mcp-name': 'a' });
});
