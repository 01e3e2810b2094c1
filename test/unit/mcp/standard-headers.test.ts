import { describe, expect, it } from 'vitest';
import { connectionHeaders, requestHeaders } from '../../../src/mcp/standard-headers.ts';

describe('the headers of a request over HTTP', () => {
  it.each([
    ['a tool', { name: 'add', arguments: {} }, 'add'],
    ['a resource', { uri: 'file:///a' }, 'file:///a'],
    ['a task', { taskId: 't1' }, 't1'],
    ['what is not ASCII', { name: 'añadir' }, `=?base64?${btoa('a\u00c3\u00b1adir')}?=`],
  ])('repeat the name of %s', (_, params, name) => {
    expect(requestHeaders('tools/call', params)).toEqual({ 'mcp-method': 'tools/call', 'mcp-name': name });
  });

  it('repeat nothing that the body does not say', () => {
    expect(requestHeaders('tools/list', { name: 1 })).toEqual({ 'mcp-method': 'tools/list' });
    expect(requestHeaders(undefined, {})).toEqual({});
  });

  it('name what is known of the connection', () => {
    expect(connectionHeaders(undefined, undefined)).toEqual({});
    expect(connectionHeaders('2025-11-25', 's')).toEqual({
      'mcp-protocol-version': '2025-11-25',
      'mcp-session-id': 's',
    });
  });
});
