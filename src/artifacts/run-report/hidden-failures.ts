import type { ValuePath } from '../../diagnostic.ts';
import { Contradictions } from '../../documents/contradictions.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { describe } from '../../documents/validate.ts';
import { isObject, valueAt } from '../../values/own-property.ts';
import { statusOfWord } from './junit-words.ts';
import type { RunCounts } from './model.ts';

/** The objects of a report that describe the run as a whole. */
const HOLDERS: readonly ValuePath[] = [
  [],
  ...['summary', 'totals', 'counts', 'stats', 'statistics', 'result', 'results', 'run'].map((key) => [key]),
  ['results', 'summary'],
  ['results', 'stats'],
];

// the names of keys, in lower case and without separators
const FAILURE =
  /^(?:num|total|count|tests?)?(?:errors?|errored|fail|fails|failures?|failed|broken|crashed|crashes|timeouts?|timedout|aborted|interrupted|cancell?ed|unexpected|exceptions?|fatal|fatalerrors?)(?:count|total|tests?)?$/;
const UNFINISHED =
  /^(?:is|was)?(?:timedout|aborted|interrupted|cancell?ed|crashed|truncated|incomplete|partial|hasmore)$/;
const SUCCESS = /^(?:is|was)?(?:success|successful|succeeded|ok|complete|completed|finished)$/;
const EXIT = /^(?:process)?(?:exitcode|exitstatus|returncode)$/;
const VERDICT = /^(?:overall)?(?:status|result|outcome|conclusion|state|verdict)$/;
const UNFINISHED_WORDS =
  /^(?:running|in[ _-]?progress|started|queued|incomplete|partial|stopped|not[ _-]?finished|unfinished)$/i;

/**
 * Refuses a JSON report that says in a key that mcptest does not know that something failed, or that the run did not
 * finish, while its tests do not show a failure. This is how many reports look when the test runner itself failed.
 * @throws InputError
 */
export function refuseHiddenFailures(document: SourceDocument, { failed = 0 }: RunCounts): void {
  const contradictions = new Contradictions(document);
  for (const holder of HOLDERS) {
    const value = valueAt(document.value, holder);
    if (!isObject(value)) continue;
    for (const [key, member] of Object.entries(value)) {
      if (!saysMoreFailed(key.toLowerCase().replace(/[\s_-]/g, ''), member, failed)) continue;
      contradictions.add(
        [...holder, key],
        `is ${describe(member)}, but the tests show ${failed} failed`,
        'see the output of the run; count what failed in failed, and let the run finish',
      );
    }
  }
  contradictions.refuse();
}

function saysMoreFailed(name: string, value: unknown, failed: number): boolean {
  if (FAILURE.test(name) && countOf(value) > failed) return true;
  if (failed > 0) return false;
  if (UNFINISHED.test(name)) return value === true;
  if (SUCCESS.test(name)) return value === false;
  if (EXIT.test(name)) return typeof value === 'number' && value !== 0;
  if (!VERDICT.test(name) || typeof value !== 'string') return false;
  return statusOfWord(value) === 'fail' || UNFINISHED_WORDS.test(value);
}

/** The number of failures that a value states: at least one if it is an error. */
function countOf(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return value.trim() === '' ? 0 : /^\d+$/.test(value) ? Number(value) : 1;
  if (Array.isArray(value)) return value.length;
  if (isObject(value)) return Object.keys(value).length > 0 ? 1 : 0;
  return value === true ? 1 : 0;
}
