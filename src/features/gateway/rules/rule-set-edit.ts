import type { ValuePath } from '../../../diagnostic.ts';
import { parseAuthored } from '../../../documents/authored.ts';
import { editYaml, writeYamlList } from '../../../documents/yaml-edit.ts';
import { InputError } from '../../../errors.ts';
import { clip } from '../../../text/clip.ts';
import { nearest } from '../../../text/nearest.ts';
import { isObject } from '../../../values/own-property.ts';
import type { Policy, RuleSetFile } from './model.ts';
import { parseRuleSet } from './rule-set-file.ts';

/** A rule set with its text, for edits that leave the rest of the text alone. */
export interface EditableRuleSet {
  readonly file: RuleSetFile;
  readonly text: string;
  /** Where the list of policies is; null when the file is one policy alone. */
  readonly list: ValuePath | null;
}

/** @throws InputError as {@link parseRuleSet} does */
export function openRuleSet(text: string, path: string): EditableRuleSet {
  const file = parseRuleSet(text, path);
  const { value } = parseAuthored(text, path);
  const isSingle = isObject(value) && !Object.hasOwn(value, 'policies');
  return { file, text, list: Array.isArray(value) ? [] : isSingle ? null : ['policies'] };
}

/** The policy of a name. @throws InputError with the nearest name */
export function findPolicy({ file }: EditableRuleSet, name: string): Policy {
  const policy = file.policies.find((each) => each.name === name);
  if (policy) return policy;
  const names = file.policies.map((each) => each.name);
  const near = nearest(name, names);
  throw new InputError({
    file: file.path,
    message: `no rule is called \`${clip(name)}\``,
    help: near ? `did you mean \`${near}\`?` : 'mcptest gateway policies list shows the names',
  });
}

/** The text with a policy switched on or off. */
export function switchPolicy(ruleSet: EditableRuleSet, policy: Policy, enabled: boolean): string {
  const { text, file } = ruleSet;
  const at = pathOf(ruleSet, policy);
  return checked(editYaml(text, file.path, { kind: 'set', at, key: 'enabled', value: enabled }), file.path);
}

/** The text without a policy. @throws InputError when it is the only one: without rules every call is allowed */
export function removePolicy(ruleSet: EditableRuleSet, policy: Policy): string {
  const { text, file } = ruleSet;
  if (file.policies.length === 1) {
    throw new InputError({
      file: file.path,
      message: `\`${clip(policy.name)}\` is the only rule, and a rule set without rules would allow every call`,
      help: 'switch it off instead: mcptest gateway policies disable',
    });
  }
  const index = file.policies.indexOf(policy);
  return checked(editYaml(text, file.path, { kind: 'remove', at: listPath(ruleSet), index }), file.path);
}

/**
 * The text with policies added at the end of the list, as they are written. One policy alone becomes a list first.
 * @throws InputError when a name is taken
 */
export function appendPolicies(ruleSet: EditableRuleSet, policies: readonly object[]): string {
  const { file, text, list } = ruleSet;
  refuseTakenNames(file, policies);
  const before = list === null ? editYaml(text, file.path, { kind: 'wrap', at: [] }) : text;
  const append = { kind: 'append', at: list ?? [], items: policies } as const;
  return checked(editYaml(before, file.path, append), file.path);
}

/** A rule set of these policies, for a file that is not there yet: JSON when its name says so. */
export function newRuleSet(policies: readonly object[], path: string, schema: string): string {
  const text = path.endsWith('.json')
    ? `${JSON.stringify({ version: '1', policies }, null, 2)}\n`
    : `# yaml-language-server: $schema=${schema}\nversion: "1"\n\npolicies:\n${writeYamlList(policies, 2)}\n`;
  return checked(text, path);
}

function refuseTakenNames({ path, policies }: RuleSetFile, added: readonly object[]): void {
  for (const { name } of added as readonly { name?: unknown }[]) {
    const taken = policies.find((policy) => policy.name === name);
    if (!taken) continue;
    throw new InputError({
      file: path,
      position: { line: taken.line, column: 1 },
      message: `there is a rule called \`${clip(taken.name)}\` already`,
      help: 'give the new one another name, or remove this one first',
    });
  }
}

function pathOf({ list, file }: EditableRuleSet, policy: Policy): ValuePath {
  return list === null ? [] : [...list, file.policies.indexOf(policy)];
}

function listPath({ list, file }: EditableRuleSet): ValuePath {
  if (list !== null) return list;
  throw new InputError({
    file: file.path,
    message: 'holds one rule, and no list that could shrink',
    help: 'switch it off instead: mcptest gateway policies disable',
  });
}

/** What is written must be a rule set: nobody should find out by the next command. */
function checked(text: string, path: string): string {
  parseRuleSet(text, path);
  return text;
}
