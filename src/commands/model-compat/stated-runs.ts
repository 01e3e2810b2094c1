import { followPointer } from '../../artifacts/cassette/recordings/reference.ts';
import { InputError } from '../../errors.ts';
import { clip } from '../../text/clip.ts';
import { pointerSegments } from '../../values/json-pointer.ts';
import { isObject, own } from '../../values/own-property.ts';

/** The members by which programs say which case a run of a file with several is about. */
const CASE_MEMBERS = ['case_id', 'task_id', 'eval_id', 'sample_id'] as const;

/** The flags that name a member of each recording. */
export interface MemberFlags {
  readonly caseKey: string | undefined;
  readonly verdictKey: string | undefined;
}

/** What is kept of a run as its file states it. */
interface Stated {
  readonly ownCase: string | undefined;
  readonly caseMember: unknown;
  readonly verdictMember: unknown;
}

/** What the runs of a file state about themselves, in members that no recordings have in common. */
export class StatedRuns {
  readonly #flags: MemberFlags;
  readonly #runs = new Map<string, Stated>();

  constructor(flags: MemberFlags) {
    this.#flags = flags;
  }

  /** Takes a run as its file states it. */
  take(reference: string, run: unknown): void {
    const { caseKey, verdictKey } = this.#flags;
    this.#runs.set(reference, {
      ownCase: ownCaseOf(run),
      caseMember: caseKey === undefined ? undefined : memberAt(run, caseKey),
      verdictMember: verdictKey === undefined ? undefined : memberAt(run, verdictKey),
    });
  }

  /** The case that a run states by itself; undefined when it states none. */
  ownCaseOf(reference: string): string | undefined {
    return this.#runs.get(reference)?.ownCase;
  }

  /**
   * Whether the runs of a file state their cases by themselves.
   * @throws InputError when only some do: the others would pass for trials of one case
   */
  allStateCases(references: readonly string[]): boolean {
    const without = references.filter((reference) => this.ownCaseOf(reference) === undefined);
    if (without.length === references.length) return false;
    if (without.length === 0) return true;
    throw new InputError({
      file: without[0],
      message: 'does not say which case it is, and other runs of the file do',
      help: `add one of ${CASE_MEMBERS.map((member) => `\`${member}\``).join(', ')} to each run, or name another member with --case-key`,
    });
  }

  /** The member of `--case-key`. @throws InputError when the recording has none, or it is no text and no number */
  caseOf(reference: string, key: string): string {
    const name = nameIn(this.#runs.get(reference)?.caseMember);
    if (name !== undefined) return name;
    throw hasNot(reference, '--case-key', key, 'text or a number');
  }

  /** Whether the member of `--verdict-key` is true or 1. @throws InputError when it is nothing of the kind */
  holds(reference: string, key: string): boolean {
    const value = this.#runs.get(reference)?.verdictMember;
    if (typeof value === 'boolean') return value;
    if (typeof value === 'number' && value >= 0 && value <= 1) return value === 1;
    throw hasNot(reference, '--verdict-key', key, 'true, false or a number from 0 to 1');
  }
}

function ownCaseOf(run: unknown): string | undefined {
  if (!isObject(run)) return undefined;
  // a sample of Inspect has an id, and an epoch for each trial
  const members = Object.hasOwn(run, 'epoch') ? [...CASE_MEMBERS, 'id'] : CASE_MEMBERS;
  for (const member of members) {
    const name = nameIn(own(run, member));
    if (name !== undefined) return name;
  }
  return undefined;
}

function memberAt(run: unknown, key: string): unknown {
  return followPointer(run, key.startsWith('/') ? pointerSegments(key) : [key])?.value;
}

function nameIn(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function hasNot(reference: string, flag: string, key: string, wanted: string): InputError {
  return new InputError({
    file: reference,
    message: `has no \`${clip(key)}\` that is ${wanted}`,
    help: `${flag} names a member of each recording, or a JSON Pointer such as /info/task_id`,
  });
}
