import { eachChange } from '../../assertions/diff.ts';
import { showDifference } from '../../assertions/show.ts';
import { clip } from '../../text/clip.ts';
import { someOf } from '../../text/some-of.ts';
import { groupBy } from '../../values/group-by.ts';
import { compareListings } from './compare-listings.ts';
import type { KeptAnswer, SuiteRun, TestRun } from './run-model.ts';

/** The most names that a sentence lists. */
const MOST_NAMES = 10;

/**
 * Says what differs between the combinations of a matrix, as sentences: what a server lists, how a test ended, and the
 * answers of tests that passed. A difference is no failure by itself: a test says what must hold, in each combination.
 * Spec (suites and recording): "Three things must be right"
 */
export function compareCombinations(run: SuiteRun): string[] {
  return [...compareListings(run.sessions), ...compareTests(run.tests)];
}

/** A test in the combinations in which its calls were made. */
type Runs = readonly TestRun[];

function compareTests(tests: readonly TestRun[]): string[] {
  const byTest = groupBy(
    // a test without a call shows nothing: its server did not speak the protocol, or `setup` failed
    tests.filter(({ calls }) => calls.length > 0),
    ({ of }) => of.test,
  );
  const ended = [...byTest].map(([{ name }, runs]) => ({ name, runs, words: outcomesInWords(runs) }));
  const apart = groupBy(
    ended.filter(({ words }) => words !== undefined),
    ({ words }) => words,
  );
  return [
    ...[...apart].map(([words, own]) => `${words}: ${someOf(own, MOST_NAMES, ({ name }) => clip(name))}`),
    ...ended.flatMap(({ words, runs }) => (words === undefined ? answersInWords(runs) : [])),
  ];
}

const STATUS_WORDS = { passed: 'passed', failed: 'failed', error: 'in error', skipped: 'skipped' } as const;

function outcomesInWords(runs: Runs): string | undefined {
  const groups = [...groupBy(runs, ({ status }) => status)];
  if (groups.length < 2) return undefined;
  return groups.map(([status, own]) => `${STATUS_WORDS[status]} in ${placesOf(own)}`).join(', and ');
}

/** Names the first combination in which a test that passed got another answer than in the first one. */
function answersInWords(runs: Runs): string[] {
  const kept = runs.flatMap((run) => {
    const answers = run.status === 'passed' ? run.calls.flatMap((call) => call.kept ?? []) : [];
    return answers.length > 0 ? [{ of: run.of, answers }] : [];
  });
  const [first, ...others] = kept;
  if (!first) return [];
  for (const { of, answers } of others) {
    const [was, is] = firstApart(first.answers, answers);
    if (was === is) continue;
    const where = `in ${of.combination.words} differs from that in ${first.of.combination.words}`;
    return [`${clip(of.test.name)}: the answer ${where}${firstChange(was?.value, is?.value)}`];
  }
  return [];
}

/** Returns two answers that differ, of which one combination has only one; nothing if both have the same ones. */
function firstApart(
  before: readonly KeptAnswer[],
  after: readonly KeptAnswer[],
): readonly (KeptAnswer | undefined)[] {
  const gone = before.find(isMissingIn(after));
  const added = after.find(isMissingIn(before));
  return gone || added ? [gone ?? before[0], added ?? after[0]] : [];
}

function isMissingIn(answers: readonly KeptAnswer[]): (answer: KeptAnswer) => boolean {
  const digests = new Set(answers.map(({ digest }) => digest));
  return ({ digest }) => !digests.has(digest);
}

/** Where two answers differ first; empty if one of them is too long to have been kept. */
function firstChange(before: unknown, after: unknown): string {
  let words = '';
  if (before === undefined || after === undefined) return words;
  eachChange(before, after, (change) => {
    if (words !== '') return;
    const [was, is] = showDifference(change.before, change.after);
    words = `: ${clip(change.path)}: found ${is}, not ${was}`;
  });
  return words;
}

function placesOf(runs: Runs): string {
  return runs.map(({ of }) => of.combination.words).join(', ');
}
