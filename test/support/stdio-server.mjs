// A server for tests that records the calls it gets and behaves as it is told. The first argument is JSON:
// { tools, pageSize, answers: { NAME: result | [results in turn] | 'hang' | 'exit' | { error } }, record: FILE,
//   noise: TEXT, exit: CODE, silent: true, silentList: true, endless: 'same' | 'new' | 'slow', grandchild: FILE,
//   refuseHandshake: true, stubborn: true, many: COUNT, exitAfter: CALLS }
import { spawn } from 'node:child_process';
import { appendFileSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

const told = JSON.parse(process.argv[2] ?? '{}');
if (told.many) told.tools = Array.from({ length: told.many }, (_, index) => ({ name: `get_${index}` }));
const { tools = [], pageSize = tools.length || 1, answers = {} } = told;
const turns = new Map();
let calls = 0;

if (told.stubborn) for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {});
if (told.grandchild) {
  const program = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)';
  const child = spawn(process.execPath, ['-e', program], { stdio: 'inherit' });
  writeFileSync(told.grandchild, `${process.pid} ${child.pid}`);
}
if (told.noise) process.stdout.write(told.noise);
if (told.exit !== undefined) {
  process.stderr.write('no licence was found\n');
  process.exit(told.exit);
}
if (told.stubborn) setInterval(() => {}, 1000);

function reply(id, body) {
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...body })}\n`);
}

function call(id, { name, arguments: args }) {
  if (told.record) appendFileSync(told.record, `${JSON.stringify({ name, args })}\n`);
  const answer = answers[name] ?? { content: [{ type: 'text', text: 'done' }] };
  const turn = turns.get(name) ?? 0;
  turns.set(name, turn + 1);
  const now = Array.isArray(answer) ? answer[turn % answer.length] : answer;
  if (now === 'exit') process.exit(1);
  if (now === 'hang') return;
  reply(id, now.error ? { error: now.error } : { result: now });
  calls += 1;
  if (calls === told.exitAfter) process.stdout.end(() => process.exit(0));
}

/** One of many pages: with the `same` cursor each time, with `new` ones, or with new ones and `slow`. */
function endlessPage(id, { cursor = '0' }) {
  const nextCursor = told.endless === 'same' ? 'again' : String(Number(cursor) + 1);
  setTimeout(() => reply(id, { result: { tools, nextCursor } }), told.endless === 'slow' ? 300 : 0);
}

createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params = {} } = JSON.parse(line);
  if (told.silent || id === undefined) return;
  if (told.refuseHandshake) return reply(id, { error: { code: -32600, message: 'not today' } });
  if (method === 'initialize') {
    const { protocolVersion } = params;
    return reply(id, {
      result: {
        protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: 'recorder', version: '1.0.0' },
      },
    });
  }
  if (method === 'tools/list') {
    if (told.silentList) return;
    if (told.endless) return endlessPage(id, params);
    const start = Number(params.cursor ?? 0);
    const end = start + pageSize;
    const nextCursor = end < tools.length ? { nextCursor: String(end) } : {};
    return reply(id, { result: { tools: tools.slice(start, end), ...nextCursor } });
  }
  if (method === 'tools/call') return call(id, params);
  reply(id, { error: { code: -32601, message: 'method not found' } });
});
