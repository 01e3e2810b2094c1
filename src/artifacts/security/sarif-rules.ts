import type { ValuePath } from '../../diagnostic.ts';
import type { Contradictions } from '../../documents/contradictions.ts';
import type { SarifLevel, SarifReference, SarifResult, SarifRule, SarifRun } from './sarif-schema.ts';

/** The defaults of a rule, for results that do not state the value themselves. */
export interface RuleDefaults {
  readonly level: SarifLevel;
  /** The `security-severity` of the rule, 0 to 10. */
  readonly score?: number | undefined;
}

/** The rules of the tool that made a run, looked up as a result refers to them (3.27.7, 3.52.3). */
export class Rules {
  readonly #driver: Component;
  readonly #extensions: readonly Component[];
  readonly #contradictions: Contradictions;

  constructor({ tool = {} }: SarifRun, contradictions: Contradictions) {
    this.#driver = new Component(tool.driver);
    this.#extensions = (tool.extensions ?? []).map((extension) => new Component(extension));
    this.#contradictions = contradictions;
  }

  /**
   * Returns the rule of a result; undefined when the run does not describe it. A reference that leads nowhere, or to
   * a rule with another id, is a contradiction: the severity would be a guess.
   */
  ofResult({ ruleId, ruleIndex, rule = {} }: SarifResult, path: ValuePath): RuleDefaults | undefined {
    if (rule.id !== undefined && ruleId !== undefined && rule.id !== ruleId) {
      this.#contradictions.add([...path, 'rule', 'id'], `is \`${rule.id}\`, but ruleId is \`${ruleId}\``);
    }
    if (rule.index !== undefined && ruleIndex !== undefined && rule.index !== ruleIndex) {
      this.#contradictions.add([...path, 'rule', 'index'], `is ${rule.index}, but ruleIndex is ${ruleIndex}`);
    }
    const merged = { ...rule, id: rule.id ?? ruleId, index: rule.index ?? ruleIndex };
    return this.find(merged, path);
  }

  /** Returns the rule that the reference at this path points to; see {@link ofResult}. */
  find(reference: Reference, path: ValuePath): RuleDefaults | undefined {
    const { id, index = -1, guid, toolComponent } = reference;
    const component = this.#component(toolComponent);
    if (!component) {
      this.#contradictions.add(path, 'refers to a component that the tool does not have');
      return undefined;
    }
    // tools that leave their rules out often write an index all the same
    if (index >= 0 && component.size > 0) return this.#atIndex(component, index, id, path);
    const found = (guid !== undefined && component.withGuid(guid)) || component.withId(id);
    if (found || isNamed(toolComponent)) return found;
    return this.#extensions.map((extension) => extension.withId(id)).find((rule) => rule !== undefined);
  }

  #atIndex(component: Component, index: number, id: string | undefined, path: ValuePath) {
    const rule = component.at(index);
    if (!rule) {
      this.#contradictions.add(path, `refers to rule ${index}, but the tool has ${component.size} rules`);
      return undefined;
    }
    const { id: ruleId } = rule;
    // `CA5350/md5` is a violation of the rule `CA5350` (3.27.5)
    if (id !== undefined && ruleId !== undefined && id !== ruleId && !id.startsWith(`${ruleId}/`)) {
      this.#contradictions.add(path, `names rule \`${id}\`, but its index points to rule \`${ruleId}\``);
    }
    return rule;
  }

  /** Finds the component (3.54.2): an index counts extensions; without index, guid and name it is the driver. */
  #component(reference: SarifReference['toolComponent'] = {}): Component | undefined {
    const { index = -1, guid, name } = reference;
    if (index >= 0) return this.#extensions[index];
    if (!isNamed(reference)) return this.#driver;
    const key = guid === undefined ? 'name' : 'guid';
    return [this.#driver, ...this.#extensions].find((component) => component[key] === (guid ?? name));
  }
}

/** Whether a reference says which component it means. */
function isNamed({ index = -1, guid, name }: NonNullable<SarifReference['toolComponent']> = {}): boolean {
  return index >= 0 || guid !== undefined || name !== undefined;
}

interface Reference {
  readonly id?: string | undefined;
  readonly index?: number | undefined;
  readonly guid?: string | undefined;
  readonly toolComponent?: SarifReference['toolComponent'];
}

interface Rule extends RuleDefaults {
  readonly id: string | undefined;
}

type ToolComponent = NonNullable<NonNullable<SarifRun['tool']>['driver']>;

class Component {
  readonly guid: string | undefined;
  readonly name: string | undefined;
  readonly #rules: readonly Rule[];
  readonly #byGuid = new Map<string, Rule>();
  readonly #byId = new Map<string, Rule>();

  constructor({ guid, name, rules = [] }: ToolComponent = {}) {
    this.guid = guid;
    this.name = name;
    this.#rules = rules.map(toRule);
    for (const [index, rule] of this.#rules.entries()) {
      const ruleGuid = rules[index]?.guid;
      if (ruleGuid !== undefined) this.#byGuid.set(ruleGuid, rule);
      if (rule.id === undefined) continue;
      // an id may occur twice (3.52.5): a reference by id alone gets the more severe of the two rules
      const other = this.#byId.get(rule.id);
      this.#byId.set(rule.id, other ? worseOf(other, rule) : rule);
    }
  }

  get size(): number {
    return this.#rules.length;
  }

  at(index: number): Rule | undefined {
    return this.#rules[index];
  }

  withGuid(guid: string): Rule | undefined {
    return this.#byGuid.get(guid);
  }

  /** Returns the rule with this id, or the rule whose id it extends by one component: `CA5350` for `CA5350/md5`. */
  withId(id: string | undefined): Rule | undefined {
    if (id === undefined) return undefined;
    const parent = id.lastIndexOf('/');
    return this.#byId.get(id) ?? (parent === -1 ? undefined : this.#byId.get(id.slice(0, parent)));
  }
}

function toRule({ id, defaultConfiguration, properties }: SarifRule): Rule {
  return { id, level: defaultConfiguration?.level ?? 'warning', score: toScore(properties) };
}

/** Returns the `security-severity` of a property bag, 0 to 10; undefined when it has none. */
export function toScore(properties: SarifRule['properties']): number | undefined {
  const score = properties?.['security-severity'];
  return score === undefined ? undefined : Number(score);
}

const LEVELS: readonly SarifLevel[] = ['none', 'note', 'warning', 'error'];

function worseOf(a: Rule, b: Rule): Rule {
  const level = LEVELS.indexOf(a.level) >= LEVELS.indexOf(b.level) ? a.level : b.level;
  return { id: a.id, level, score: worseScore(a.score, b.score) };
}

/** Returns the higher of two scores. Either may be missing. */
export function worseScore(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}
