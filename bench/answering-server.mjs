// A server on stdio that answers every request with one result, for measuring what a proxy adds.
let rest = '';
process.stdin.setEncoding('utf8').on('data', (piece) => {
  const lines = (rest + piece).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) {
    const { id } = JSON.parse(line);
    const result = { content: [{ type: 'text', text: 'x'.repeat(200) }] };
    if (id !== undefined) process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, result })}\n`);
  }
});
