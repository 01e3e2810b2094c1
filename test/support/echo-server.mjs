// A stdio server for tests of the proxy: it answers each request with what it was sent, as text, and notes each line in the
// file that its first argument names. `tools/list` names the tools of the second argument. A call of `progress` is told of
// on the way, and one of `big` is answered with as many characters as `arguments.size` says.
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const [record, tools = ''] = process.argv.slice(2);
const say = (text) => process.stdout.write(`${text}\n`);

/** A blank line is no message. */
function read(line) {
  return line.trim() === '' ? {} : JSON.parse(line);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  if (record) appendFileSync(record, `${line}\n`);
  const message = read(line);
  if (Array.isArray(message)) {
    return say(JSON.stringify(message.map(({ id }) => ({ jsonrpc: '2.0', id, result: {} }))));
  }
  const { id, method, params } = message;
  if (id === undefined) return;
  const written = /"id":\s*("[^"]*"|[^,}\s]+)/.exec(line)?.[1];
  if (method === 'tools/list') {
    const list = tools.split(',').map((name) => ({ name, inputSchema: { type: 'object' } }));
    return say(`{"jsonrpc":"2.0","id":${written},"result":${JSON.stringify({ tools: list })}}`);
  }
  if (params?.name === 'progress') {
    const progress = { progressToken: params._meta?.progressToken, progress: 1 };
    say(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/progress', params: progress }));
  }
  const text = params?.name === 'big' ? 'x'.repeat(params.arguments.size) : 'ok';
  say(`{"jsonrpc":"2.0","id":${written},"result":{"content":[{"type":"text","text":"${text}"}]}}`);
});
