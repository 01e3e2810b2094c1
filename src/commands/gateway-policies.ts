import { clip } from '../clip.ts';
import { InputError } from '../errors.ts';
import { escapeLine } from '../escape-terminal.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import {
  type PolicyOptions,
  policyOfOptions,
  readNewPolicies,
  refuseOtherFlags,
} from '../gateway/new-policies.ts';
import { listOf } from '../gateway/policy-list.ts';
import {
  appendPolicies,
  type EditableRuleSet,
  findPolicy,
  openRuleSet,
  removePolicy,
  switchPolicy,
} from '../gateway/rule-set-edit.ts';
import { parseRuleSet } from '../gateway/rule-set-file.ts';
import type { Ports } from '../ports.ts';
import { formatPolicies } from '../report/gateway/policies.ts';
import { toJson } from '../report/json.ts';
import { emit, type OutputOptions, paletteOf } from './output.ts';

interface RuleSetOptions {
  readonly policies: string;
}

interface ListOptions extends RuleSetOptions, OutputOptions {
  readonly format?: 'pretty' | 'json';
}

/** `mcptest gateway policies list`. */
export async function listPolicies(options: ListOptions, ports: Ports): Promise<ExitCode> {
  const { policies: path, format } = options;
  const list = listOf(parseRuleSet(ports.files.readText(path), path));
  emit(
    format === 'json' ? toJson(list) : formatPolicies(list, await paletteOf(options, ports)),
    options,
    ports,
  );
  return EXIT.accepted;
}

interface AddOptions extends RuleSetOptions, PolicyOptions {
  readonly from?: string;
}

/** `mcptest gateway policies add`: appends what the flags or a file describe. */
export async function addPolicy(options: AddOptions, ports: Ports): Promise<ExitCode> {
  const { from, policies: path } = options;
  if (from !== undefined) refuseOtherFlags(options);
  const added =
    from === undefined ? [policyOfOptions(options)] : readNewPolicies(ports.files.readText(from), from);
  const ruleSet = open(path, ports);
  save(ruleSet, appendPolicies(ruleSet, added), ports);
  for (const { name } of added as readonly { name: string }[]) tell(path, name, 'added', ports);
  return EXIT.accepted;
}

/** What `mcptest gateway policies` does to a rule that is there. */
export type PolicyEdit = 'enable' | 'disable' | 'remove';

/** `mcptest gateway policies enable`, `disable` and `remove`: all that is not the rule keeps its bytes. */
export async function editPolicy(
  edit: PolicyEdit,
  name: string,
  { policies: path }: RuleSetOptions,
  ports: Ports,
): Promise<ExitCode> {
  const ruleSet = open(path, ports);
  const policy = findPolicy(ruleSet, name);
  if (edit === 'remove') {
    save(ruleSet, removePolicy(ruleSet, policy), ports);
    tell(path, name, 'removed', ports);
    return EXIT.accepted;
  }
  const enabled = edit === 'enable';
  const isDone = policy.enabled === enabled;
  if (!isDone) save(ruleSet, switchPolicy(ruleSet, policy, enabled), ports);
  tell(path, name, `${isDone ? 'already ' : ''}switched ${enabled ? 'on' : 'off'}`, ports);
  return EXIT.accepted;
}

function open(path: string, { files }: Ports): EditableRuleSet {
  if (path !== '-') return openRuleSet(files.readText(path), path);
  throw new InputError({ message: '--policies must be a file: standard input cannot be edited' });
}

function save({ file, text }: EditableRuleSet, after: string, { files }: Ports): void {
  files.replaceText(file.path, text, after);
}

function tell(path: string, name: string, done: string, { stdout }: Ports): void {
  stdout.write(`${escapeLine(`${path}: \`${clip(name)}\` is ${done}`)}\n`);
}
