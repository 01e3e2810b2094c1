import type { ValuePath } from '../../diagnostic.ts';
import type { Contradictions } from '../../documents/contradictions.ts';
import type { ScanSeverity } from './model.ts';
import type { SarifLevel, SarifReference, SarifResult, SarifRule, SarifRun } from './sarif-schema.ts';
import { SEVERITY_OF, type SeverityWord } from './schema.ts';
import { severityOfScore, worseSeverity } from './severity.ts';

/** The defaults of a rule, for results that do not state the value themselves. */
export interface RuleDefaults {
  readonly level: SarifLevel;
  /** What the `security-severity` of the rule says. */
  readonly severity?: ScanSeverity | undefined;
}

/** The rules of the tool that made a run, looked up as a result refers to them (3.27.7, 3.52.3). */
export class Rules {
  readonly #driver: Component;
  readonly #extensions: readonly Component[];
  readonly #byName = new Map<string, Component>();
  readonly #byGuid = new Map<string, Component>();
  /** The rules of the extensions by id: the first extension that has the id counts. */
  readonly #ofExtensions = new Map<string, { readonly rule: Rule; readonly extension: number }>();
  readonly #contradictions: Contradictions;

  constructor({ tool = {} }: SarifRun, contradictions: Contradictions) {
    this.#driver = new Component(tool.driver);
    this.#extensions = (tool.extensions ?? []).map((extension) => new Component(extension));
    this.#contradictions = contradictions;
    for (const component of [this.#driver, ...this.#extensions]) {
      const { name, guid } = component;
      if (name !== undefined && !this.#byName.has(name)) this.#byName.set(name, component);
      if (guid !== undefined && !this.#byGuid.has(guid)) this.#byGuid.set(guid, component);
    }
    for (const [extension, { rulesById }] of this.#extensions.entries()) {
      for (const [id, rule] of rulesById) {
        if (!this.#ofExtensions.has(id)) this.#ofExtensions.set(id, { rule, extension });
      }
    }
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
    // tools that leave their rules out often write an index anyway
    if (index >= 0 && component.size > 0) return this.#atIndex(component, index, id, path);
    const found = (guid !== undefined && component.withGuid(guid)) || component.withId(id);
    if (found || isNamed(toolComponent)) return found;
    return this.#inExtensions(id);
  }

  /** Returns the rule with this id in the first extension that has it, or the rule whose id it extends. */
  #inExtensions(id: string | undefined): Rule | undefined {
    if (id === undefined) return undefined;
    const exact = this.#ofExtensions.get(id);
    const parent = this.#ofExtensions.get(parentOf(id) ?? id);
    return parent && (!exact || parent.extension < exact.extension) ? parent.rule : exact?.rule;
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
    return guid === undefined ? this.#byName.get(name ?? '') : this.#byGuid.get(guid);
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

  get rulesById(): ReadonlyMap<string, Rule> {
    return this.#byId;
  }

  withGuid(guid: string): Rule | undefined {
    return this.#byGuid.get(guid);
  }

  /** Returns the rule with this id, or the rule whose id it extends by one component: `CA5350` for `CA5350/md5`. */
  withId(id: string | undefined): Rule | undefined {
    if (id === undefined) return undefined;
    return this.#byId.get(id) ?? this.#byId.get(parentOf(id) ?? id);
  }
}

/** Returns `CA5350` for `CA5350/md5`; undefined for an id of one component. */
function parentOf(id: string): string | undefined {
  const slash = id.lastIndexOf('/');
  return slash === -1 ? undefined : id.slice(0, slash);
}

function toRule({ id, defaultConfiguration, properties }: SarifRule): Rule {
  return { id, level: defaultConfiguration?.level ?? 'warning', severity: scoredSeverity(properties) };
}

/** Returns what the `security-severity` of a property bag says; undefined when there is none, and for a score of 0. */
export function scoredSeverity(properties: SarifRule['properties']): ScanSeverity | undefined {
  const score = properties?.['security-severity'];
  if (score === undefined) return undefined;
  const word = String(score).trim().toLowerCase();
  if (Object.hasOwn(SEVERITY_OF, word)) return SEVERITY_OF[word as SeverityWord];
  return severityOfScore(Number(score));
}

const LEVELS: readonly SarifLevel[] = ['none', 'note', 'warning', 'error'];

function worseOf(a: Rule, b: Rule): Rule {
  const level = LEVELS.indexOf(a.level) >= LEVELS.indexOf(b.level) ? a.level : b.level;
  return { id: a.id, level, severity: worseSeverity(a.severity, b.severity) };
}
