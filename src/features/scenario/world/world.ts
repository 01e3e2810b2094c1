import { appendAt, getAt, obstacleAt, removeAt, setAt } from '../../../assertions/access.ts';
import { cloneJson } from '../../../assertions/clone.ts';
import { addDecimal, asRead, ExactNumber, subtractDecimal } from '../../../assertions/decimal.ts';
import { nonJsonFault } from '../../../assertions/fault.ts';
import { explain, holds } from '../../../assertions/guards.ts';
import { Journal } from '../../../assertions/journal.ts';
import { bareSegment, formatPath, type Path, type TemplatePath } from '../../../assertions/path.ts';
import { show } from '../../../assertions/show.ts';
import { explainUnfilled, isUnfilled, resolveTemplate } from '../../../assertions/template.ts';
import { explainMissing, readSource, type ValueSource } from '../../../assertions/value-source.ts';
import { InputError } from '../../../errors.ts';
import { type JudgedCondition, judgeValue } from '../suite/call-conditions.ts';
import type { Effect, Operation, WorldCondition } from '../suite/scenario.ts';

type Args = Readonly<Record<string, unknown>>;

/**
 * The hidden world of a scenario. It starts as a copy of the seed and is changed in place: a million calls must not
 * copy it a million times. The effects of one call happen together or not at all.
 */
export class World {
  readonly #state: Record<string, unknown>;
  readonly #journal = new Journal();
  /** Whether the world may contain exact numbers that no double can express. Until then it needs no conversion. */
  #hasExact = false;

  constructor(seed: Readonly<Record<string, unknown>>) {
    this.#state = cloneJson(seed);
  }

  /**
   * The whole world, as in the report.
   * @throws InputError when it contains a number beyond the range of doubles, which JSON cannot express
   */
  get state(): Readonly<Record<string, unknown>> {
    if (!this.#hasExact) return this.#state;
    const state = asRead(this.#state) as Record<string, unknown>;
    const fault = nonJsonFault(state, []);
    if (!fault) return state;
    const where = formatPath(fault.path.map((key) => bareSegment(String(key))));
    throw new InputError({
      message: `the world's \`${where}\` ends as a number that is too large to report`,
      help: `keep numbers at or below ${Number.MAX_VALUE}`,
    });
  }

  /** The value that guards and messages see at a path; undefined when there is none. */
  at(path: Path): unknown {
    const value = getAt(this.#state, path);
    return this.#hasExact && typeof value === 'object' ? asRead(value) : value;
  }

  /** Whether a condition on the world holds. It does not when the call cannot fill a template in its path. */
  holds({ path, guard }: WorldCondition, args: Args): boolean {
    const resolved = resolveTemplate(path, args);
    return !isUnfilled(resolved) && holds(guard, this.at(resolved), args);
  }

  /** Explains why a condition does not hold. To be called only then. */
  explain({ path, text, guard }: WorldCondition, args: Args): string {
    const resolved = resolveTemplate(path, args);
    if (isUnfilled(resolved)) return `\`${text}\`: ${explainUnfilled(resolved, args)}`;
    return `\`${formatPath(resolved)}\`: ${explain(guard, this.at(resolved), args)}`;
  }

  /** Judges a condition of a forbidden rule. It is unclear when the call cannot fill a template in its path. */
  judge({ path, text, guard }: WorldCondition, args: Args): JudgedCondition {
    const resolved = resolveTemplate(path, args);
    if (isUnfilled(resolved)) {
      const describe = () => `the world's \`${text}\`: ${explainUnfilled(resolved, args)}`;
      return { verdict: 'unclear', describe };
    }
    const place = `the world's \`${formatPath(resolved)}\``;
    return judgeValue(place, guard, this.at(resolved), args, () => obstacleAt(this.#state, resolved));
  }

  /**
   * Applies all effects of a call, in order, or none of them.
   * @returns why they are impossible; undefined when they were applied
   */
  apply(effects: readonly Effect[], args: Args): string | undefined {
    const journal = this.#journal;
    for (let index = 0; index < effects.length; index++) {
      // nothing can fail after the last effect, so the journal need not record how to undo it
      const isLast = index === effects.length - 1;
      const fault = this.#applyOne(effects[index] as Effect, args, isLast ? undefined : journal);
      if (fault === undefined) continue;
      journal.rollBack();
      return fault;
    }
    if (!journal.isEmpty) journal.keep();
    return undefined;
  }

  #applyOne(
    { path: template, operation }: Effect,
    args: Args,
    journal: Journal | undefined,
  ): string | undefined {
    const path = fill(template, args);
    if (typeof path === 'string') return path;
    switch (operation.kind) {
      case 'set':
        return this.#set(path, operation, args, journal);
      case 'inc':
      case 'dec':
        return this.#add(path, operation, args, journal);
      case 'append': {
        const value = readSource(operation.value, args);
        if (value === undefined) return missing(operation.value, args);
        return appendAt(this.#state, path, value, journal)?.message;
      }
      case 'remove':
        return removeAt(this.#state, path, journal)?.message;
    }
  }

  #set(
    path: Path,
    { value: source, optional }: Operation & { kind: 'set' },
    args: Args,
    journal: Journal | undefined,
  ): string | undefined {
    const value = readSource(source, args);
    if (optional && (value === undefined || value === null)) return undefined;
    if (value === undefined) return missing(source, args);
    return setAt(this.#state, path, value, journal)?.message;
  }

  #add(
    path: Path,
    { kind, amount: source }: Operation & { kind: 'inc' | 'dec' },
    args: Args,
    journal: Journal | undefined,
  ): string | undefined {
    const amount = readSource(source, args);
    if (amount === undefined) return missing(source, args);
    if (typeof amount !== 'number') return `${describe(source)} is ${show(amount)}, which is not a number`;
    const found = getAt(this.#state, path);
    const before = found === undefined ? 0 : found;
    if (typeof before !== 'number' && !(before instanceof ExactNumber)) {
      return `\`${formatPath(path)}\` is ${show(asRead(before))}, expected a number to ${kind === 'inc' ? 'add to' : 'subtract from'}`;
    }
    const after = kind === 'inc' ? addDecimal(before, amount) : subtractDecimal(before, amount);
    // cannot happen: neither a recording nor a suite can contain such a number
    if (after === undefined) return `\`${formatPath(path)}\` or ${describe(source)} is not a finite number`;
    if (typeof after !== 'number') this.#hasExact = true;
    return setAt(this.#state, path, after, journal)?.message;
  }
}

function fill(path: TemplatePath, args: Args): Path | string {
  const resolved = resolveTemplate(path, args);
  return isUnfilled(resolved) ? explainUnfilled(resolved, args) : resolved;
}

/** Explains why a source has no value. Only an argument can be missing. */
function missing(source: ValueSource, args: Args): string {
  return source.kind === 'argument' ? explainMissing(source.path, args, source.text) : 'the value is missing';
}

function describe(source: ValueSource): string {
  return source.kind === 'argument' ? `the argument \`${source.text}\`` : 'the value';
}
