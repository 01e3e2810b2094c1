import type { ValuePath } from '../diagnostic.ts';
import { isCount } from '../values/count.ts';
import { isObject } from '../values/own-property.ts';
import { type CompileFault, nonJsonFault } from './fault.ts';
import type { Matcher } from './judgement.ts';
import { show } from './show.ts';

/**
 * Reads the operand of a matcher for its row in the table. If the operand is faulty, a reader returns undefined and
 * records the fault; all recorded faults are reported together.
 */
export class Operand {
  readonly value: unknown;
  readonly #at: ValuePath;
  readonly #faults: CompileFault[];
  readonly #compile: (value: unknown, at: ValuePath, faults: CompileFault[]) => Promise<Matcher | undefined>;

  constructor(
    value: unknown,
    at: ValuePath,
    faults: CompileFault[],
    compile: (value: unknown, at: ValuePath, faults: CompileFault[]) => Promise<Matcher | undefined>,
  ) {
    this.value = value;
    this.#at = at;
    this.#faults = faults;
    this.#compile = compile;
  }

  /** Any value that a recording can contain. */
  json(): { readonly value: unknown } | undefined {
    const fault = nonJsonFault(this.value, this.#at);
    if (fault) this.#faults.push(fault);
    return fault ? undefined : { value: this.value };
  }

  number(): number | undefined {
    return typeof this.value === 'number' && Number.isFinite(this.value)
      ? this.value
      : this.mustBe('a finite number');
  }

  /** A non-empty text: every text contains the empty text. */
  text(): string | undefined {
    return typeof this.value === 'string' && this.value !== '' ? this.value : this.mustBe('non-empty text');
  }

  flag(): boolean | undefined {
    return typeof this.value === 'boolean' ? this.value : this.mustBe('`true` or `false`');
  }

  list(): readonly unknown[] | undefined {
    if (!Array.isArray(this.value) || this.value.length === 0) return this.mustBe('a non-empty list');
    return this.json() && this.value;
  }

  /** `length: 3` is `length: {min: 3, max: 3}`. */
  range(): { readonly min: number; readonly max: number } | undefined {
    const written = this.value;
    const { min = 0, max = Number.MAX_SAFE_INTEGER } = isObject(written)
      ? written
      : { min: written, max: written };
    const keys = isObject(written) ? Object.keys(written) : ['min'];
    const fits = keys.length > 0 && keys.every((key) => key === 'min' || key === 'max');
    if (!fits || !isCount(min) || !isCount(max)) {
      return this.mustBe('a whole number from 0, or `min` and `max` as whole numbers from 0');
    }
    return min <= max ? { min, max } : this.fault(`no length is at least \`${min}\` and at most \`${max}\``);
  }

  matcher(): Promise<Matcher | undefined> {
    return this.#compile(this.value, this.#at, this.#faults);
  }

  mustBe(expectation: string): undefined {
    return this.fault(`must be ${expectation}, found ${show(this.value)}`);
  }

  /** Records a fault of the operand, or of the part of it at `below`. */
  fault(message: string, help?: string, below: ValuePath = []): undefined {
    this.#faults.push({ path: [...this.#at, ...below], message, help });
    return undefined;
  }
}
