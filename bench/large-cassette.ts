import { closeSync, openSync, writeSync } from 'node:fs';

const CALLS_PER_TURN = 20;
const TURNS_PER_WRITE = 500;

/**
 * Writes a canonical recording of the given number of calls, about 90 bytes each. Returns its exact size in
 * megabytes.
 */
export function writeLargeCassette(path: string, calls: number): number {
  const file = openSync(path, 'w');
  let bytes = 0;
  const write = (text: string) => {
    bytes += writeSync(file, text);
  };
  write('{"schema_version":"mcptest.dev/cassette/v1","kind":"agent","model":"bench","turns":[\n');
  const turns = Math.ceil(calls / CALLS_PER_TURN);
  for (let from = 0; from < turns; from += TURNS_PER_WRITE) {
    const some: string[] = [];
    for (let turn = from; turn < Math.min(turns, from + TURNS_PER_WRITE); turn++)
      some.push(turnOf(turn, calls));
    write(`${from > 0 ? ',\n' : ''}${some.join(',\n')}`);
  }
  write('\n],"usage":{"input_tokens":1000000,"output_tokens":50000}}\n');
  closeSync(file);
  return bytes / 1e6;
}

function turnOf(turn: number, calls: number): string {
  const first = turn * CALLS_PER_TURN;
  const some: unknown[] = [];
  for (let index = first; index < Math.min(calls, first + CALLS_PER_TURN); index++) some.push(callOf(index));
  return JSON.stringify({ tool_calls: some, final_response: `Turn ${turn} is done.` });
}

/** Makes calls that read, that add under a path with a template, that fail, and that set from an argument. */
function callOf(index: number): object {
  const sku = `sku-${index % 1000}`;
  switch (index % 4) {
    case 0:
      return {
        name: 'get_item',
        args: { sku },
        is_error: index % 40 === 0,
        result: 'three of them are left',
      };
    case 1:
      return { name: 'add_item', args: { sku, count: 2 }, is_error: false, result: 'added to stock' };
    case 2:
      return { name: 'remove_item', args: { sku, count: 1 }, is_error: false, result: 'removed' };
    default:
      return { name: 'label_item', args: { sku, label: `label ${index}` }, is_error: false, result: 'ok' };
  }
}
