import type { TestStatus } from './model.ts';
import type { TapPoint } from './tap-line.ts';

/** A fault in a TAP stream, at the line that is being read. */
export class TapFault extends Error {
  readonly help: string | undefined;

  constructor(message: string, help?: string) {
    super(message);
    this.help = help;
  }
}

/** A test without subtests, or a test that failed although none of its subtests did. */
export interface TapLeaf {
  name: string;
  readonly status: TestStatus;
}

/**
 * A list of tests in TAP: the stream itself, or a subtest. Checks the plan and collects the leaves. A subtest comes
 * before the test line that sums it up, or after it in braces.
 */
export class TapLevel {
  readonly isInBraces: boolean;
  readonly #leaves: TapLeaf[] = [];
  readonly #ids = new Set<number>();
  #plan: number | undefined;
  #isPlanLast = false;
  /** The leaves of the subtest whose test line has yet to come. */
  #awaiting: TapLeaf[] | undefined;
  /** The last test line, while a subtest in braces may still follow it. */
  #last: TapPoint | undefined;
  /** Whether braces follow that line. `maybe`: it ends in ` {`, which may be a part of the name. */
  #braces: 'no' | 'maybe' | 'open' = 'no';

  constructor(isInBraces: boolean) {
    this.isInBraces = isInBraces;
  }

  /** The number of its test lines so far. */
  get size(): number {
    return this.#ids.size;
  }

  addPlan(count: number): void {
    if (this.#plan !== undefined) throw new TapFault('a second plan', 'keep one stream in the file');
    this.#endBraces();
    this.#plan = count;
    this.#isPlanLast = this.#ids.size > 0;
  }

  addPoint(point: TapPoint): void {
    if (this.#isPlanLast) throw new TapFault('a test after the plan', 'put the plan first or last');
    this.#endBraces();
    const id = point.id ?? this.#ids.size + 1;
    if (this.#ids.has(id)) {
      throw new TapFault(
        `a second test with the number ${id}`,
        'Node writes this when a test file did not load; its junit reporter shows which: `--test-reporter=junit`',
      );
    }
    this.#ids.add(id);
    this.#add(point, this.#awaiting);
    this.#last = this.#awaiting ? undefined : point;
    this.#braces = this.#last?.opens ? 'maybe' : 'no';
    this.#awaiting = undefined;
  }

  /** Handles a `{` on its own line, after a test line and its YAML block. */
  open(): void {
    if (!this.#last || this.#braces !== 'no') throw new TapFault('a `{` that does not follow a test line');
    this.#braces = 'open';
  }

  /** Handles a `}` that closes an empty subtest in braces. */
  closeEmpty(): void {
    if (this.#braces === 'no') throw new TapFault('a `}` without its `{`');
    this.#addAfterwards([]);
  }

  /** @returns whether the subtest that starts here is in braces */
  startChild(): boolean {
    if (this.#braces !== 'no') return true;
    if (this.#awaiting) throw new TapFault('a subtest, but the test line of the previous subtest is missing');
    return false;
  }

  endChild(child: TapLevel): void {
    const leaves = child.close();
    if (child.isInBraces) this.#addAfterwards(leaves);
    else this.#awaiting = leaves;
  }

  /** Checks that the list is complete. @returns all leaves */
  close(): TapLeaf[] {
    if (this.#braces !== 'no') throw new TapFault('the list ends after a `{` that has no `}`');
    if (this.#awaiting) throw new TapFault('a subtest has no test line that sums it up');
    const [planned, found] = [this.#plan, this.#ids.size];
    if (planned === undefined) {
      throw new TapFault(
        `a list of ${found} without a plan`,
        'check whether the output was cut off; a plan reads `1..N`',
      );
    }
    if (planned !== found) throw new TapFault(`the plan is 1..${planned}, but the list contains ${found}`);
    for (const id of this.#ids) {
      if (id < 1 || id > planned) throw new TapFault(`the number ${id} is outside the plan 1..${planned}`);
    }
    return this.#leaves;
  }

  #endBraces(): void {
    if (this.#braces === 'open') throw new TapFault('a subtest in braces has no `}`');
    this.#braces = 'no';
  }

  /** Adds the subtest that follows the last test line: that line is then not a leaf. */
  #addAfterwards(leaves: TapLeaf[]): void {
    this.#leaves.pop();
    this.#add(this.#last as TapPoint, leaves);
    this.#last = undefined;
    this.#braces = 'no';
  }

  #add(point: TapPoint, below: readonly TapLeaf[] | undefined): void {
    const { name } = point;
    const status = statusOf(point);
    if (!below || below.length === 0) {
      // an empty list has checked nothing
      this.#leaves.push({ name, status: below && status === 'pass' ? 'skip' : status });
      return;
    }
    for (const leaf of below) {
      leaf.name = `${name} › ${leaf.name}`;
      this.#leaves.push(leaf);
    }
    // a hook failed, or an assertion of the test itself
    if (status === 'fail' && !below.some((leaf) => leaf.status === 'fail'))
      this.#leaves.push({ name, status });
  }
}

/**
 * Returns the status of a test line. `# TODO` marks a test that is not expected to pass yet, or in some tools one
 * without a body. Whether its line says `ok` or `not ok`, it shows nothing. `# SKIP` does not excuse a `not ok`.
 */
function statusOf({ isOk, directive }: TapPoint): TestStatus {
  if (directive === 'todo') return 'skip';
  if (!isOk) return 'fail';
  return directive === 'skip' ? 'skip' : 'pass';
}
