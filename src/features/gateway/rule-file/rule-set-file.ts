import type { Diagnostic } from '../../../diagnostic.ts';
import { parseAuthored } from '../../../documents/authored.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { validate } from '../../../documents/validate.ts';
import { InputError } from '../../../errors.ts';
import { isObject, present, valueAt } from '../../../values/own-property.ts';
import type { AnyOf, Rule, RuleContext, RuleSetFile } from '../rules/model.ts';
import { helpedOnContext } from './context-help.ts';
import { faultsOf, type RawForm } from './rule-set-faults.ts';
import { RULE_SET_FORMS, type WrittenForm, type WrittenRule } from './rule-set-schema.ts';

/**
 * Reads a rule set from YAML or JSON text: a mapping with `version` and `policies`, a bare list of rules as the API
 * returns it, or a single rule. A file without rules is an error, since it would allow every call, unless it says what is
 * done by default, or the caller can do with one. To whoever decides calls, rules that are all switched off are none.
 * @throws InputError with all findings at once
 */
export function parseRuleSet(text: string, path: string, mayBeEmpty: MayBeEmpty = 'some-rules'): RuleSetFile {
  const document = parseAuthored(text, path);
  const { read, ...raw } = formOf(document);
  const [written, findings] = attempt(read);
  const faults = [
    ...findings.map((each) => helpedOnContext(each, document)),
    ...faultsOf(raw, document),
    ...(written?.default === undefined ? noRules(raw, document, mayBeEmpty) : []),
    ...(mayBeEmpty === 'decides' && written && decidesNothing(written) ? [noRuleInForce(raw, document)] : []),
  ];
  if (!written || faults.length > 0) throw new InputError(faults);
  return {
    path,
    rules: written.policies.map((rule, index) => toRule(rule, document.locate(raw.at(index)).line)),
    servers: written.servers.map(present),
    agents: written.agents.map(present),
    ...present({ default: written.default, names: written.names }),
    inspection: written.inspection,
  };
}

/** Whether a rule set without rules, or without one that is switched on (`decides`), is read or rejected. */
export type MayBeEmpty = 'some-rules' | 'may-be-empty' | 'decides';

/** The settings of a file that has none. */
const BARE = { servers: [], agents: [], inspection: { disabled: [] } } as const;

/** The rules of one who has none yet, for a first backtest. */
export const NO_RULES: RuleSetFile = { path: '', rules: [], ...BARE };

function noRules({ policies, at }: RawForm, document: SourceDocument, mayBeEmpty: MayBeEmpty): Diagnostic[] {
  if (mayBeEmpty === 'may-be-empty' || !Array.isArray(policies) || policies.length > 0) return [];
  const path = at(0).slice(0, -1);
  const message = 'must be a non-empty list, found an empty list';
  return [{ file: document.file, position: document.locate(path), path, message, help: WITHOUT_RULES }];
}

const WITHOUT_RULES = 'without rules, write `default: deny`, or what else happens to every call';

/** Whether the rules are all switched off, and nothing says what happens then. */
function decidesNothing({ policies, default: byDefault }: WrittenForm): boolean {
  return byDefault === undefined && policies.length > 0 && policies.every(({ enabled }) => enabled === false);
}

function noRuleInForce({ at }: RawForm, document: SourceDocument): Diagnostic {
  const path = at(0).slice(0, -1);
  const message = 'every rule is switched off, so every call would be allowed';
  const help = 'switch a rule on, or write `default: allow` if that is what you want';
  return { file: document.file, position: document.locate(path), path, message, help };
}

/** A rule set as written, and the schema for its form. */
interface Form extends RawForm {
  readonly read: () => WrittenForm;
}

function formOf(document: SourceDocument): Form {
  const { value } = document;
  if (Array.isArray(value)) {
    const read = () => ({ ...BARE, policies: validate(RULE_SET_FORMS.list, document) });
    return { ...BARE, policies: value, at: (index) => [index], read };
  }
  if (isRule(value)) {
    const read = () => ({ ...BARE, policies: [validate(RULE_SET_FORMS.single, document)] });
    return { ...BARE, policies: [value], at: () => [], read };
  }
  const part = (...keys: string[]) => valueAt(value, keys);
  return {
    policies: part('policies'),
    servers: part('servers'),
    agents: part('agents'),
    inspection: part('inspection'),
    at: (index) => ['policies', index],
    read: () => {
      const file = validate(RULE_SET_FORMS.file, document);
      const { policies: rules, servers = [], agents = [], inspection, names } = file;
      const { disabled = [], incomplete } = inspection ?? {};
      return {
        policies: rules,
        servers,
        agents,
        inspection: { disabled, ...(incomplete && { incomplete }) },
        default: file.default,
        names,
      };
    },
  };
}

function attempt<T>(read: () => T): [T | undefined, readonly Diagnostic[]] {
  try {
    return [read(), []];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [undefined, error.diagnostics];
  }
}

function isRule(value: unknown): boolean {
  if (!isObject(value) || Object.hasOwn(value, 'policies')) return false;
  return Object.hasOwn(value, 'toolPattern') || Object.hasOwn(value, 'action');
}

function toRule(written: WrittenRule, line: number): Rule {
  const { name, toolPattern, action, riskThreshold = null, signalCategory = null } = written;
  const { context, priority = 100, enabled = true } = written;
  return {
    name,
    toolPattern,
    action,
    riskThreshold,
    signalCategory,
    context: context ? toContext(context) : null,
    priority,
    enabled,
    line,
  };
}

type WrittenContext = NonNullable<WrittenRule['context']>;

function toContext({ ip, time, resource, agent, mlThreatClass }: WrittenContext): RuleContext {
  return {
    ...(ip && { ip: toAnyOf(ip) }),
    ...(time && {
      time: { windows: time.windows.map(present), tz: time.tz ?? 'UTC', negate: time.negate ?? false },
    }),
    ...(resource && {
      resource: {
        ...(resource.environment && { environment: toAnyOf(resource.environment) }),
        ...(resource.type && { type: toAnyOf(resource.type) }),
        ...(resource.host && { host: toAnyOf(resource.host) }),
      },
    }),
    ...(agent && { agent: { ...(agent.labels && { labels: toAnyOf(agent.labels) }) } }),
    ...(mlThreatClass && { mlThreatClass }),
  };
}

function toAnyOf<T extends string>(list: {
  readonly anyOf: readonly T[];
  readonly negate?: boolean | undefined;
}): AnyOf<T> {
  return { anyOf: list.anyOf, negate: list.negate ?? false };
}
