import type { ValuePath } from '../../diagnostic.ts';
import type { Contradictions } from '../../documents/contradictions.ts';
import type { RuleDefaults, Rules } from './sarif-rules.ts';
import type { SarifLevel, SarifResult, SarifRun } from './sarif-schema.ts';

type Levels = ReadonlyMap<RuleDefaults, SarifLevel>;

/** The levels that an invocation of the tool sets for its rules instead of their default levels (3.20.5, 3.51). */
export class Overrides {
  readonly #invocations: NonNullable<SarifRun['invocations']>;
  readonly #path: ValuePath;
  readonly #rules: Rules;
  readonly #contradictions: Contradictions;
  readonly #levels = new Map<number, Levels>();

  constructor({ invocations = [] }: SarifRun, path: ValuePath, rules: Rules, contradictions: Contradictions) {
    this.#invocations = invocations;
    this.#path = [...path, 'invocations'];
    this.#rules = rules;
    this.#contradictions = contradictions;
  }

  /** Returns the level of the rule in the invocation that produced the result (3.27.10). */
  levelOf({ provenance }: SarifResult, path: ValuePath, rule: RuleDefaults): SarifLevel | undefined {
    const index = provenance?.invocationIndex ?? -1;
    if (index < 0) return undefined;
    if (index >= this.#invocations.length) {
      this.#contradictions.add(
        [...path, 'provenance', 'invocationIndex'],
        `is ${index}, but no invocation has that index`,
      );
      return undefined;
    }
    return this.#levelsOf(index).get(rule);
  }

  #levelsOf(index: number): Levels {
    const known = this.#levels.get(index);
    if (known) return known;
    const levels = new Map<RuleDefaults, SarifLevel>();
    const overrides = this.#invocations[index]?.ruleConfigurationOverrides ?? [];
    for (const [at, { descriptor, configuration }] of overrides.entries()) {
      const path = [...this.#path, index, 'ruleConfigurationOverrides', at, 'descriptor'];
      const rule = this.#rules.find(descriptor, path);
      if (rule && configuration.level) levels.set(rule, configuration.level);
    }
    this.#levels.set(index, levels);
    return levels;
  }
}
