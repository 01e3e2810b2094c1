import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import {
  lostComments,
  readNewRules,
  refuseOtherFlags,
  ruleOfOptions,
} from '../../features/gateway/rule-file/new-rules.ts';
import { listOf } from '../../features/gateway/rule-file/rule-list.ts';
import {
  appendRules,
  type EditableRuleSet,
  findRule,
  newRuleSet,
  openRuleSet,
  removeRule,
  switchRule,
} from '../../features/gateway/rule-file/rule-set-edit.ts';
import { parseRuleSet } from '../../features/gateway/rule-file/rule-set-file.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { RULE_LIST_FORMATS } from '../../report/gateway/formats.ts';
import { clip } from '../../text/clip.ts';
import { escapeLine } from '../../text/escape-terminal.ts';
import { editorSchema, schemaNote } from '../editor-schema.ts';
import { warn, writeReport } from '../output.ts';
import type { ADD_FLAGS, EDIT_FLAGS, LIST_FLAGS } from './flags.ts';

/** Runs `mcptest gateway policies list`. */
export async function listRules(options: OptionsOf<typeof LIST_FLAGS>, ports: Ports): Promise<ExitCode> {
  const { policies: path } = options;
  const list = listOf(parseRuleSet(ports.files.readText(path), path));
  await writeReport(list, RULE_LIST_FORMATS, options, ports);
  return EXIT.accepted;
}

/**
 * Runs `mcptest gateway policies add`: appends the rule that the flags or a file describe. Creates the rule set if it
 * does not exist.
 */
export async function addRule(options: OptionsOf<typeof ADD_FLAGS>, ports: Ports): Promise<ExitCode> {
  const { from, policies: path } = options;
  if (from !== undefined) refuseOtherFlags(options);
  const text = from === undefined ? undefined : ports.files.readText(from);
  const added = text === undefined ? [ruleOfOptions(options)] : readNewRules(text, from as string);
  refuseStandardInput(path);
  const isNew = ports.files.realPath(path) === null;
  const schema = editorSchema(path, 'rule-set.v1', ports.files);
  if (isNew) ports.files.writeNew(path, newRuleSet(added, path, schema));
  else {
    const ruleSet = open(path, ports);
    save(ruleSet, appendRules(ruleSet, added), ports);
  }
  if (text !== undefined) warn(lostComments(text, from as string), ports);
  if (isNew) ports.stdout.write(`${escapeLine(path)}: new rule set\n`);
  for (const { name } of added as readonly { name: string }[]) tell(path, name, 'added', ports);
  if (isNew && !path.endsWith('.json')) ports.stdout.write(schemaNote(path, schema));
  return EXIT.accepted;
}

/** The edits of `mcptest gateway policies` to an existing rule. */
export type RuleEdit = 'enable' | 'disable' | 'remove';

/** Runs `mcptest gateway policies enable`, `disable` and `remove`. Bytes outside of the rule do not change. */
export async function editRule(
  edit: RuleEdit,
  name: string,
  { policies: path }: OptionsOf<typeof EDIT_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const ruleSet = open(path, ports);
  const rule = findRule(ruleSet, name);
  if (edit === 'remove') {
    save(ruleSet, removeRule(ruleSet, rule), ports);
    tell(path, name, 'removed', ports);
    return EXIT.accepted;
  }
  const enabled = edit === 'enable';
  const isDone = rule.enabled === enabled;
  if (!isDone) save(ruleSet, switchRule(ruleSet, rule, enabled), ports);
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
