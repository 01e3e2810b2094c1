import type { ValuePath } from '../../diagnostic.ts';
import type { Contradictions } from '../../documents/contradictions.ts';
import type { SarifLevel, SarifReference, SarifResult, SarifRule, SarifRun } from './sarif-schema.ts';

/** What a rule says about each of its results that does not say it itself. */
export interface RuleDefaults {
  readonly level: SarifLevel;
  /** The `security-severity` of the rule, 0 to 10. */
  readonly score?: number | undefined;
}

/** The rules of the tool behind a run, found the way that a result refers to them (3.27.7, 3.52.3). */
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
   * The rule of a result; undefined when the run does not describe it. A reference that leads nowhere, or to
   * a rule with another id, is a fault: the severity would be anybody's guess.
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

  /** The rule that a reference at this path means; see {@link ofResult}. */
  find(reference: Reference, path: ValuePath): RuleDefaults | undefined {
    const { id, index = -1, guid, toolComponent } = reference;
    const component = this.#component(toolComponent);
    if (!component) {
      this.#contradictions.add(path, 'refers to a component that the tool does not have');
      return undefined;
    }
    // an index without any rules is a habit of tools that leave their rules out
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
      this.#contradictions.add(path, `is of rule \`${id}\`, but its index points to rule \`${ruleId}\``);
    }
    return rule;
  }

  /** 3.54.2: the index counts extensions; without index, guid and name it is the driver. */
  #component(reference: SarifReference['toolComponent'] = {}): Component | undefined {
    const { index = -1, guid, name } = reference;
    if (index >= 0) return this.#extensions[index];
    if (!isNamed(reference)) return this.#driver;
    const key = guid === undefined ? 'name' : 'guid';
    return [this.#driver, ...this.#extensions].find((component) => component[key] === (guid ?? name));
  }
}

/** Whether a reference tells of which component it speaks. */
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
      // an id may occur twice (3.52.5): whoever refers by id alone gets the worse of both
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

  /** The rule with this id, or the rule whose id this one extends by one component. */
  withId(id: string | undefined): Rule | undefined {
    if (id === undefined) return undefined;
    const parent = id.lastIndexOf('/');
    return this.#byId.get(id) ?? (parent === -1 ? undefined : this.#byId.get(id.slice(0, parent)));
  }
}

function toRule({ id, defaultConfiguration, properties }: SarifRule): Rule {
  return { id, level: defaultConfiguration?.level ?? 'warning', score: toScore(properties) };
}

/** The `security-severity` in a property bag, 0 to 10. */
export function toScore(properties: SarifRule['properties']): number | undefined {
  const score = properties?.['security-severity'];
  return score === undefined ? undefined : Number(score);
}

const LEVELS: readonly SarifLevel[] = ['none', 'note', 'warning', 'error'];

function worseOf(a: Rule, b: Rule): Rule {
  const level = LEVELS.indexOf(a.level) >= LEVELS.indexOf(b.level) ? a.level : b.level;
  return { id: a.id, level, score: worseScore(a.score, b.score) };
}

/** The higher of two scores, either of which may be missing. */
export function worseScore(a: number | undefined, b: number | undefined): number | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return Math.max(a, b);
}
