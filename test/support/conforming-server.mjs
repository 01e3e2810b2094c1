// A server that conforms to both eras of MCP, with faults that are planted by name. `Server` answers a message; run as a
// program, it speaks stdio: node conforming-server.mjs '{"speaks": ["legacy"], "faults": ["no-ping"]}'.
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

const META = 'io.modelcontextprotocol/';
const INFO = { name: 'conforming', version: '1.0.0' };
const LEGACY = ['2025-11-25', '2025-06-18'];

export const TOOLS = [
  {
    name: 'get_sum',
    inputSchema: { type: 'object', properties: { a: { type: 'number' } } },
    outputSchema: { type: 'object', properties: { sum: { type: 'number' } }, required: ['sum'] },
    annotations: { readOnlyHint: true },
  },
  { name: 'get_text', inputSchema: { type: 'object' } },
  { name: 'get_time', inputSchema: { type: 'object' } },
];

/** Answers as one connection of stdio, or one session of HTTP, does. */
export class Server {
  constructor({
    speaks = ['legacy', 'modern'],
    faults = [],
    tools = TOOLS,
    capabilities = {
      tools: { listChanged: true },
      prompts: {},
      resources: { subscribe: true },
      logging: {},
      completions: {},
    },
  } = {}) {
    Object.assign(this, { speaks, faults, tools, capabilities, lists: 0 });
  }

  has(fault) {
    return this.faults.includes(fault);
  }

  /** Returns the messages for a text: lists, since some faults send more than one, and texts that are no JSON. */
  answerText(text) {
    let message;
    try {
      message = JSON.parse(text);
    } catch {
      return this.has('dies-of-malformed') ? 'end' : [this.error(undefined, -32700)];
    }
    return this.answer(message);
  }

  answer({ id, method, params = {} }) {
    if (id === undefined) {
      if (method === 'notifications/cancelled' && this.has('answers-cancelled'))
        return [this.error(null, -32600)];
      return this.has('answers-notifications') ? [{ jsonrpc: '2.0', result: {} }] : [];
    }
    const version = params._meta?.[`${META}protocolVersion`];
    const isModern = version !== undefined || method === 'server/discover';
    const body = isModern ? this.modern(method, params, version) : this.legacy(method, params);
    if (body === 'silence') return [];
    const shown = this.has('other-id') && typeof id === 'string' ? 'another' : id;
    const reply = { jsonrpc: this.has('old-rpc') ? '1.0' : '2.0', id: shown, ...body };
    const before = this.has('prints') ? ['starting...'] : [];
    if (this.has('asks')) before.push({ jsonrpc: '2.0', id: 'q', method: 'roots/list' });
    const notify = (method, params) => ({ jsonrpc: '2.0', method: `notifications/${method}`, params });
    const token = params._meta?.progressToken;
    if (this.has('logs')) before.push(notify('message', { level: 'info', data: 'hello' }));
    if (this.has('cancels')) before.push(notify('cancelled', { requestId: id }));
    if (token !== undefined) {
      const progressToken = this.has('other-token') ? 'another' : token;
      for (const progress of this.has('same-progress') ? [1, 1] : [1, 2])
        before.push(notify('progress', { progressToken, progress }));
    }
    if (body === 'subscribed') {
      const _meta = { [`${META}subscriptionId`]: id };
      const { notifications } = params;
      const acknowledged = notify('subscriptions/acknowledged', {
        _meta,
        ...(!this.has('no-filter') && { notifications }),
      });
      return [
        ...before,
        ...(this.has('early-change') ? [notify('tools/list_changed', { _meta })] : []),
        acknowledged,
      ];
    }
    const after =
      this.has('late-progress') && token !== undefined
        ? [notify('progress', { progressToken: token, progress: 9 })]
        : [];
    return [...before, reply, ...after, ...(this.has('twice') ? [reply] : [])];
  }

  error(id, code, data) {
    const error = { code: this.has('code-text') ? String(code) : code, message: 'no', ...(data && { data }) };
    if (this.has('no-message')) delete error.message;
    return { jsonrpc: '2.0', ...(id !== undefined && { id }), error };
  }

  fault(code, data) {
    const { error } = this.error(undefined, code, data);
    return { error };
  }

  legacy(method, params) {
    if (!this.speaks.includes('legacy')) return this.fault(-32601);
    if (method === 'initialize') {
      const asked = params.protocolVersion;
      const known = this.has('other-version')
        ? LEGACY.find((each) => each !== asked)
        : LEGACY.includes(asked)
          ? asked
          : LEGACY[0];
      const result = {
        protocolVersion: this.has('any-version') ? asked : known,
        capabilities: this.capabilities,
        serverInfo: INFO,
      };
      if (this.has('no-server-info')) delete result.serverInfo;
      return { result };
    }
    const { logging, resources } = this.capabilities;
    if (method === 'logging/setLevel' && logging && !this.has('no-level')) return { result: {} };
    if (/^resources.(un)?subscribe$/.test(method) && resources?.subscribe && !this.has('no-subscribe'))
      return { result: {} };
    if (method === 'ping') return { result: this.has('talkative-ping') ? { pong: true } : {} };
    return this.common(method, params, (result) => result);
  }

  modern(method, params, version) {
    if (!this.speaks.includes('modern')) return this.fault(this.has('reserved-code') ? -32050 : -32601);
    const meta = params._meta ?? {};
    const isForgiving = this.has('any-version') || this.has('no-supported');
    if (version !== '2026-07-28' && !isForgiving)
      return this.fault(-32022, {
        supported: [this.has('supports-any') ? version : '2026-07-28'],
        requested: version,
      });
    if (version !== '2026-07-28' && this.has('no-supported')) return this.fault(-32022);
    if (meta[`${META}clientCapabilities`] === undefined && !this.has('no-meta-check'))
      return this.fault(-32602);
    const whole = (result) => ({
      ...(!this.has('no-result-type') && { resultType: 'complete' }),
      ...result,
      ...(!this.has('anonymous') && { _meta: { [`${META}serverInfo`]: INFO } }),
    });
    if (method === 'subscriptions/listen' && !this.has('no-listen')) return 'subscribed';
    if (method === 'server/discover') {
      this.discovered = true;
      const result = {
        supportedVersions: [this.has('denies-version') ? '2025-11-25' : '2026-07-28'],
        capabilities: this.capabilities,
        ttlMs: 0,
        cacheScope: 'private',
      };
      if (this.has('no-discover-hints')) delete result.ttlMs;
      if (this.has('no-versions')) delete result.supportedVersions;
      return { result: whole(result) };
    }
    if (this.has('stateful') && !this.discovered) return this.fault(-32600);
    return this.common(method, params, (result) =>
      whole(
        method.endsWith('/list') && !this.has('no-hints')
          ? { ...result, ttlMs: this.has('half-ttl') ? 0.5 : 0, cacheScope: 'private' }
          : result,
      ),
    );
  }

  common(method, params, whole) {
    if (method === 'tools/list' && (this.capabilities.tools || this.has('hidden-tools')))
      return this.list(params, whole);
    if (method === 'prompts/list' && this.capabilities.prompts && !this.has('no-prompts'))
      return {
        result: whole({ prompts: [{ name: 'a' }], ...(this.has('endless-prompts') && { nextCursor: 'a' }) }),
      };
    if (method === 'resources/list' && this.capabilities.resources)
      return {
        result: whole({
          resources: [{ uri: 'note://one', ...(!this.has('no-resource-name') && { name: 'one' }) }],
        }),
      };
    if (method === 'completion/complete' && (this.capabilities.completions || this.has('hidden-completions')))
      return this.has('no-completions')
        ? this.fault(-32601)
        : { result: whole({ completion: { values: [] } }) };
    if (method === 'tools/call' && this.capabilities.tools) return this.call(params, whole);
    if (this.has('any-method')) return { result: whole({}) };
    if (this.has('silent')) return 'silence';
    return this.fault(this.has('odd-code') ? -32000 : this.has('reserved-code') ? -32050 : -32601);
  }

  list({ cursor = '0' }, whole) {
    if (this.has('no-list')) return this.fault(-32603);
    if (this.has('list-text')) return { result: whole({ tools: 'none' }) };
    const start = Number(cursor);
    if (!Number.isInteger(start))
      return this.has('any-cursor') ? { result: whole({ tools: [] }) } : this.fault(-32602);
    this.lists += 1;
    const tools = this.has('shuffles') && this.lists % 2 === 0 ? this.tools.toReversed() : this.tools;
    const size = this.has('pages') || this.has('same-cursor') ? 2 : tools.length;
    const next = this.has('same-cursor') ? '0' : String(start + size);
    const more = start + size < tools.length || this.has('same-cursor');
    return { result: whole({ tools: tools.slice(start, start + size), ...(more && { nextCursor: next }) }) };
  }

  call({ name }, whole) {
    const text = (text, more = {}) => ({ result: whole({ content: [{ type: 'text', text }], ...more }) });
    if (name === undefined) return this.has('any-call') ? text('?') : this.fault(-32602);
    if (!this.tools.some((tool) => tool.name === name))
      return this.has('any-tool') ? text('unknown', { isError: true }) : this.fault(-32602);
    if (name !== 'get_sum') return text('done');
    if (this.has('no-content')) return { result: whole({ structuredContent: { sum: 1 } }) };
    return text(this.has('content-number') ? 1 : '1', {
      structuredContent: this.has('bad-output') ? { sum: 'one' } : { sum: 1 },
    });
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const server = new Server(JSON.parse(process.argv[2] ?? '{}'));
  const lines = createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const messages = server.answerText(line);
    if (messages === 'end') process.exit(1);
    for (const message of messages)
      process.stdout.write(`${typeof message === 'string' ? message : JSON.stringify(message)}\n`);
  });
  lines.on('close', () => (server.has('stays') ? setInterval(() => {}, 1000) : undefined));
}
