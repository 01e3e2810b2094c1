/**
 * Measures content inspection: `tsx bench/gateway-inspection.ts`. Times a call without anything to find, like nearly
 * all calls, and texts constructed to be slow.
 */
import { inspect } from '../src/inspection/inspect.ts';
import { median } from './measure.ts';

const SETTINGS = { disabled: [] };

const WORDS =
  'the meeting was moved to Tuesday since the room on the second floor is not free and we would like to have the numbers of the last quarter before that please look at the draft and add what is missing ';

/** A typical call of an agent with about a thousand characters: an id, a path, a title, a text. */
const clean = {
  tool: 'update_page',
  arguments: {
    id: '9b2f6c1e-7d3a-4f58-8e21-0c4d9a6b5e73',
    path: 'projects/apollo/notes/2026-06-01-planning.md',
    url: 'https://wiki.acme.io/apollo/planning',
    title: 'Planning of the next release',
    tags: ['planning', 'release', 'draft'],
    content: WORDS.repeat(4),
    notify: true,
  },
};

const SIZE = 65_536;
const SLOW = [
  'a',
  'a@',
  "'",
  '/*',
  '"a" ',
  '../',
  '1 ',
  '-1',
  'eyJ',
  'rm -r ',
  'UPDATE a SET a = ',
  'http://a',
  '$(',
  'or 1=',
  'ignore all ',
  'curl ',
  '`',
  'password=',
  '((',
  'SK0',
  '4111 ',
];

console.log(`Node ${process.version}\n`);
const size = JSON.stringify(clean.arguments).length;
const each = timeOf(() => inspect(clean, SETTINGS), 20_000);
report(`a clean call of ${size} characters`, each, size);
for (const piece of SLOW) {
  const text = piece.repeat(Math.ceil(SIZE / piece.length)).slice(0, SIZE);
  for (const key of ['sql', 'body']) {
    report(
      `${SIZE} characters of ${JSON.stringify(piece)} in ${key}`,
      timeOf(() => inspect({ tool: 'x', arguments: { [key]: text } }, SETTINGS), 5),
      SIZE,
    );
  }
}

/** Returns the microseconds of processor time of a run: the median of nine rounds after two warm-up rounds. */
function timeOf(run: () => void, times: number): number {
  const rounds: number[] = [];
  for (let round = 0; round < 11; round++) {
    const start = process.cpuUsage();
    for (let time = 0; time < times; time++) run();
    const { user, system } = process.cpuUsage(start);
    if (round > 1) rounds.push((user + system) / times);
  }
  return median(rounds);
}

function report(name: string, microseconds: number, characters: number): void {
  console.log(`  ${name}: ${microseconds.toFixed(1)} µs, ${(characters / microseconds).toFixed(0)} MB/s`);
}
