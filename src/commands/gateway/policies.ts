import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import {
  lostComments,
  type PolicyOptions,
  policyOfOptions,
  readNewPolicies,
  refuseOtherFlags,
} from '../../features/gateway/rules/new-policies.ts';
import { listOf } from '../../features/gateway/rules/policy-list.ts';
import {
  appendPolicies,
  type EditableRuleSet,
  findPolicy,
  newRuleSet,
  openRuleSet,
  removePolicy,
  switchPolicy,
} from '../../features/gateway/rules/rule-set-edit.ts';
import { parseRuleSet } from '../../features/gateway/rules/rule-set-file.ts';
import type { Ports } from '../../ports.ts';
import { POLICY_LIST_FORMATS, type PolicyListFormat } from '../../report/gateway/formats.ts';
import { schemaPath } from '../../report/schema-path.ts';
import { clip } from '../../text/clip.ts';
import { escapeLine } from '../../text/escape-terminal.ts';
import { emit, type OutputOptions, paletteOf, warn } from '../output.ts';

interface RuleSetOptions {
  readonly policies: string;
}

interface ListOptions extends RuleSetOptions, OutputOptions {
  readonly format?: PolicyListFormat;
}

/** `mcptest gateway policies list`. */
export async function listPolicies(options: ListOptions, ports: Ports): Promise<ExitCode> {
  const { policies: path, format = 'pretty' } = options;
  const list = listOf(parseRuleSet(ports.files.readText(path), path));
  const render = await POLICY_LIST_FORMATS[format]();
  emit(render(list, await paletteOf(options, ports)), options, ports);
  return EXIT.accepted;
}

interface AddOptions extends RuleSetOptions, PolicyOptions {
  readonly from?: string;
}

/** `mcptest gateway policies add`: appends what the flags or a file describe; a file that is not there is made. */
export async function addPolicy(options: AddOptions, ports: Ports): Promise<ExitCode> {
  const { from, policies: path } = options;
  if (from !== undefined) refuseOtherFlags(options);
  const text = from === undefined ? undefined : ports.files.readText(from);
  const added = text === undefined ? [policyOfOptions(options)] : readNewPolicies(text, from as string);
  refuseStandardInput(path);
  const isNew = ports.files.realPath(path) === null;
  if (isNew) ports.files.writeNew(path, newRuleSet(added, path, schemaPath(path, 'rule-set.v1')));
  else {
    const ruleSet = open(path, ports);
    save(ruleSet, appendPolicies(ruleSet, added), ports);
  }
  if (text !== undefined) warn(lostComments(text, from as string), ports);
  if (isNew) ports.stdout.write(`${escapeLine(path)}: a new rule set\n`);
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
  refuseStandardInput(path);
  return openRuleSet(files.readText(path), path);
}

function refuseStandardInput(path: string): void {
  if (path !== '-') return;
  throw new InputError({ message: '--policies must be a file: standard input cannot be edited' });
}

function save({ file, text }: EditableRuleSet, after: string, { files }: Ports): void {
  files.replaceText(file.path, text, after);
}

function tell(path: string, name: string, done: string, { stdout }: Ports): void {
  stdout.write(`${escapeLine(`${path}: \`${clip(name)}\` is ${done}`)}\n`);
}
