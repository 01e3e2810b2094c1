import type { ValuePath } from '../../../diagnostic.ts';
import { parseAuthored } from '../../../documents/authored.ts';
import { editYaml, writeYamlList } from '../../../documents/yaml-edit.ts';
import { InputError } from '../../../errors.ts';
import { clip } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import { isObject, valueAt } from '../../../values/own-property.ts';
import type { Rule, RuleSetFile } from '../rules/model.ts';
import { parseRuleSet } from './rule-set-file.ts';
import type { WrittenRule } from './rule-set-schema.ts';

/** A rule set with its text, for edits that do not change the rest of the text. */
export interface EditableRuleSet {
  readonly file: RuleSetFile;
  readonly text: string;
  /** The path of the list of rules; null when the file is a single rule. */
  readonly list: ValuePath | null;
  /** The rules as they are written, in the order of the file. */
  readonly written: readonly WrittenRule[];
}

/** Parses a rule set for editing. @throws InputError as {@link parseRuleSet} does */
export function openRuleSet(text: string, path: string): EditableRuleSet {
  const file = parseRuleSet(text, path, 'may-be-empty');
  const { value } = parseAuthored(text, path);
  const isSingle = isObject(value) && !Object.hasOwn(value, 'policies');
  const list = Array.isArray(value) ? [] : isSingle ? null : ['policies'];
  const written = list === null ? [value] : valueAt(value, list);
  // they have been read before
  return { file, text, list, written: written as readonly WrittenRule[] };
}

/** Returns the rule with a name. @throws InputError with the nearest name */
export function findRule({ file }: EditableRuleSet, name: string): Rule {
  const rule = file.rules.find((each) => each.name === name);
  if (rule) return rule;
  const names = file.rules.map((each) => each.name);
  const near = nearest(name, names);
  throw new InputError({
    file: file.path,
    message: `no rule is called \`${clip(name)}\``,
    help: near ? `did you mean \`${near}\`?` : 'run `mcptest gateway policies list` to see the names',
  });
}

/** Returns the text with a rule switched on or off. */
export function switchRule(ruleSet: EditableRuleSet, rule: Rule, enabled: boolean): string {
  const { text, file } = ruleSet;
  const at = pathOf(ruleSet, rule);
  return checked(editYaml(text, file.path, { kind: 'set', at, key: 'enabled', value: enabled }), file.path);
}

/**
 * Returns the text with other values for keys of a rule. A key that has its value already keeps every byte.
 * @throws InputError when the rule would be faulty, or another one has its new name
 */
export function changeRule(ruleSet: EditableRuleSet, rule: Rule, changes: Partial<WrittenRule>): string {
  const { file } = ruleSet;
  const index = file.rules.indexOf(rule);
  const before = ruleSet.written[index] as WrittenRule;
  refuseTakenNames({ ...file, rules: file.rules.filter((other) => other !== rule) }, [changes]);
  const at = pathOf(ruleSet, rule);
  let { text } = ruleSet;
  for (const [key, value] of Object.entries(changes)) {
    if (JSON.stringify(value) === JSON.stringify(before[key as keyof WrittenRule])) continue;
    text = editYaml(text, file.path, { kind: 'set', at, key, value });
  }
  return checked(text, file.path);
}

/**
 * Returns the text without a rule.
 * @throws InputError when it is the only rule: a rule set without rules would allow every call
 */
export function removeRule(ruleSet: EditableRuleSet, rule: Rule): string {
  const { text, file } = ruleSet;
  if (file.rules.length === 1) {
    throw new InputError({
      file: file.path,
      message: `\`${clip(rule.name)}\` is the only rule, and a rule set without rules would allow every call`,
      help: 'switch it off instead with `mcptest gateway policies disable`',
    });
  }
  const index = file.rules.indexOf(rule);
  return checked(editYaml(text, file.path, { kind: 'remove', at: listPath(ruleSet), index }), file.path);
}

/**
 * Returns the text with rules appended to the list, as they are written. A single rule becomes a list first.
 * @throws InputError when a name is taken
 */
export function appendRules(ruleSet: EditableRuleSet, rules: readonly object[]): string {
  const { file, text, list } = ruleSet;
  refuseTakenNames(file, rules);
  const before = list === null ? editYaml(text, file.path, { kind: 'wrap', at: [] }) : text;
  const append = { kind: 'append', at: list ?? [], items: rules } as const;
  return checked(editYaml(before, file.path, append), file.path);
}

/** Returns the text of a new rule set: JSON when the file name ends with `.json`, otherwise YAML. */
export function newRuleSet(rules: readonly object[], path: string, schema: string | undefined): string {
  const comment = schema === undefined ? '' : `# yaml-language-server: $schema=${schema}\n`;
  const text = path.endsWith('.json')
    ? `${JSON.stringify({ version: '1', policies: rules }, null, 2)}\n`
    : `${comment}version: "1"\n\npolicies:\n${writeYamlList(rules, 2)}\n`;
  return checked(text, path);
}

function refuseTakenNames({ path, rules }: RuleSetFile, added: readonly object[]): void {
  for (const { name } of added as readonly { name?: unknown }[]) {
    const taken = rules.find((rule) => rule.name === name);
    if (!taken) continue;
    throw new InputError({
      file: path,
      position: { line: taken.line, column: 1 },
      message: `there is already a rule called \`${clip(taken.name)}\``,
      help: 'give the new rule another name, or remove this one first',
    });
  }
}

function pathOf({ list, file }: EditableRuleSet, rule: Rule): ValuePath {
  return list === null ? [] : [...list, file.rules.indexOf(rule)];
}

function listPath({ list, file }: EditableRuleSet): ValuePath {
  if (list !== null) return list;
  throw new InputError({
    file: file.path,
    message: 'contains a single rule, not a list to remove it from',
    help: 'switch it off instead with `mcptest gateway policies disable`',
  });
}

/** Parses the edited text again, so an edit never writes an invalid rule set. */
function checked(text: string, path: string): string {
  parseRuleSet(text, path);
  return text;
}
