import type { SnapshotFile } from '../../artifacts/snapshot/model.ts';
import { callsOf } from '../../artifacts/test-suite/calls-of.ts';
import { eachChange } from '../../assertions/diff.ts';
import { showDifference } from '../../assertions/show.ts';
import { formatPath } from '../../diagnostic.ts';
import { InputError } from '../../errors.ts';
import type { Exchange } from '../../mcp/exchange.ts';
import { clip } from '../../text/clip.ts';
import type { CompiledCall, CompiledSuite, CompiledTest } from './compile-suite.ts';
import { isCi } from './is-ci.ts';
import type { CallFinding } from './judge-call.ts';
import { maskAnswer } from './mask-answer.ts';

/** What a run does with snapshots. */
export interface SnapshotOptions {
  /** Undefined when the suite has no file of snapshots yet. */
  readonly stored: SnapshotFile | undefined;
  /** Whether answers become the new snapshots, for `--update-snapshots`. */
  readonly update: boolean;
  /** Masks the values that came from the environment. */
  readonly conceal: <T>(value: T) => T;
}

/** The most differences that a failure names, and how much of a text it shows on each side. */
const MOST_CHANGES = 5;
const MARGIN = 40;

/** Returns the path of the snapshots of a suite: `__snapshots__/SUITE.snap.yml` in its folder. */
export function snapshotPath(suite: string): string {
  const [, folder = '', name = ''] = /^(.*[\\/])?([^\\/]*)$/.exec(suite) ?? [];
  return `${folder}__snapshots__/${name.replace(/\.(ya?ml|json)$/i, '')}.snap.yml`;
}

/** Returns the name of the snapshot of a call: that of its test, with the place of a call around it. */
export function snapshotName({ call }: CompiledCall, test: CompiledTest | undefined): string {
  if (!test) return `> ${formatPath(call.path)}`;
  const inside = call.path.slice(test.call.path.length);
  return inside.length === 0 ? test.call.name : `${test.call.name} > ${formatPath(inside)}`;
}

/** @throws InputError when snapshots would be written on a build server, where nobody would review them */
export function refuseUpdateInCi(ci: string | undefined, isAllowed: boolean): void {
  if (isAllowed || !isCi(ci)) return;
  throw new InputError({
    message: '--update-snapshots is refused because CI is set: no one would review the new snapshots',
    help: 'update them on your machine and commit them, or add --allow-update-in-ci',
  });
}

/** Compares answers with the snapshots of a suite, and collects the new ones. */
export class Snapshots {
  readonly #options: SnapshotOptions;
  readonly #taken = new Map<string, unknown>();

  constructor(options: SnapshotOptions) {
    this.#options = options;
  }

  /** Judges an answer whose call says `snapshot: true`; other calls have no snapshot. */
  judge(compiled: CompiledCall, test: CompiledTest | undefined, exchange: Exchange): CallFinding[] {
    if (!compiled.call.expect.snapshot) return [];
    const { stored, update, conceal } = this.#options;
    const found = maskAnswer(exchange, compiled.masks, conceal);
    // the missing answer is a failure of its own
    if (found === undefined) return [];
    const name = snapshotName(compiled, test);
    const fail = (message: string): CallFinding[] => [
      { code: 'snapshot', message, path: compiled.expectPath },
    ];
    if (update) {
      const taken = this.#taken.get(name);
      if (taken === undefined) this.#taken.set(name, found);
      const changes = taken === undefined ? [] : changesOf(taken, found);
      if (changes.length === 0) return [];
      return fail(`snapshot: two calls of this run differ, mask what changes: ${changes.join('; ')}`);
    }
    if (!stored?.has(name)) {
      return fail('snapshot: found no snapshot of this test; `--update-snapshots` writes it');
    }
    const changes = changesOf(stored.get(name), found);
    if (changes.length === 0) return [];
    return fail(`snapshot: ${changes.join('; ')}; \`--update-snapshots\` accepts the new answer`);
  }

  /** Returns the names of the stored snapshots that no call of the suite has. */
  obsolete(suite: CompiledSuite): string[] {
    const known = snapshotNames(suite);
    return [...(this.#options.stored?.keys() ?? [])].filter((name) => !known.has(name));
  }

  /** Returns the snapshots to write: those that were taken, and the stored ones that the suite still has. */
  updated(suite: CompiledSuite): SnapshotFile {
    const known = snapshotNames(suite);
    const kept = [...(this.#options.stored ?? [])].filter(([name]) => known.has(name));
    return new Map([...kept, ...this.#taken]);
  }
}

function snapshotNames({ setup, tests, teardown }: CompiledSuite): Set<string> {
  const named = [...setup, ...teardown].map((call) => ({ call, test: undefined }));
  const ofTests = tests.flatMap((test) => callsOf<CompiledCall>(test).map((call) => ({ call, test })));
  return new Set(
    [...named, ...ofTests]
      .filter(({ call }) => call.call.expect.snapshot)
      .map(({ call, test }) => snapshotName(call, test)),
  );
}

/** Returns the first differences between a snapshot and an answer, in words. */
function changesOf(stored: unknown, found: unknown): string[] {
  const words: string[] = [];
  let count = 0;
  eachChange(stored, found, ({ path, before, after }) => {
    count += 1;
    if (count > MOST_CHANGES) return;
    const [was, is] = showDifference(before, after, MARGIN);
    words.push(`${clip(path)}: found ${is}, expected ${was}`);
  });
  const more = count - MOST_CHANGES;
  if (more > 0) words.push(more === 1 ? '1 more difference' : `${more} more differences`);
  return words;
}
