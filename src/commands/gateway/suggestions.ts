import { InputError } from '../../errors.ts';
import { EXIT, type ExitCode } from '../../exit-codes.ts';
import { acceptInto, findSuggestion, withStatus } from '../../features/gateway/suggest/suggestions.ts';
import type { Suggestion, SuggestionsFile } from '../../features/gateway/suggest/suggestions-file.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import { SUGGESTIONS_FORMATS } from '../../report/gateway/formats.ts';
import { shellCommand } from '../../report/shell-command.ts';
import { escapeForTerminal } from '../../text/escape-terminal.ts';
import { warn, writeReport } from '../output.ts';
import type { SUGGESTIONS_FLAGS } from './flags.ts';
import { openState, type State, type StateOptions, saveState } from './suggestions-state.ts';

/** Runs `mcptest gateway suggestions list`: lists the open suggestions, or all. */
export async function listSuggestions(
  options: OptionsOf<typeof SUGGESTIONS_FLAGS>,
  ports: Ports,
): Promise<ExitCode> {
  const { file } = known(openState(options, ports), options);
  const shown = options.all
    ? file
    : { ...file, suggestions: file.suggestions.filter(({ status }) => status === 'open') };
  await writeReport(shown, SUGGESTIONS_FORMATS, options, ports);
  return EXIT.accepted;
}

/**
 * Runs `mcptest gateway suggestions accept`: writes the rule set first, then the status. If the command is interrupted
 * in between, the rule is in place and the suggestion is still open; running the command again fixes that.
 * Spec (tool-call policies): "PATCH /api/policy-suggestions/{id}".
 */
export async function acceptSuggestion(id: string, options: StateOptions, ports: Ports): Promise<ExitCode> {
  const { policies } = options;
  const state = known(openState(options, ports), options);
  const suggestion = findSuggestion(state.file, id, state.path, command(['suggestions', 'list'], options));
  if (suggestion.status === 'dismissed') {
    warn([{ file: state.path, message: `suggestion \`${id}\` was dismissed before` }], ports);
  }
  const before = ports.files.readText(policies);
  const after = acceptInto(before, policies, suggestion, lookingAgain(options));
  if (after !== before) ports.files.replaceText(policies, before, after);
  saveState(state, withStatus(state.file, id, 'accepted'), ports);
  const { rule, disables } = suggestion;
  const done = [
    ...(rule.enabled === false ? [] : [`rule \`${rule.name}\` is in force`]),
    ...disables.map(({ name }) => `rule \`${name}\` is switched off`),
  ];
  tell(id, 'accepted', done, ports);
  return EXIT.accepted;
}

/** Runs `mcptest gateway suggestions dismiss`: a dismissed suggestion is not suggested again. */
export async function dismissSuggestion(id: string, options: StateOptions, ports: Ports): Promise<ExitCode> {
  const state = known(openState(options, ports), options);
  const { status, ...accepted } = findSuggestion(
    state.file,
    id,
    state.path,
    command(['suggestions', 'list'], options),
  );
  if (status === 'accepted') {
    throw new InputError({
      file: state.path,
      message: `suggestion \`${id}\` is already accepted`,
      help: `to undo it, run: ${undoing(accepted, options.policies)}`,
    });
  }
  saveState(state, withStatus(state.file, id, 'dismissed'), ports);
  tell(id, 'dismissed', ['it will not be suggested again'], ports);
  return EXIT.accepted;
}

/** The commands that undo an accepted suggestion. */
function undoing({ rule, disables }: Pick<Suggestion, 'rule' | 'disables'>, policies: string): string {
  return [
    ...(rule.enabled === false
      ? []
      : [command(['policies', 'remove', rule.name], { policies, state: undefined })]),
    ...disables.map(({ name }) => command(['policies', 'enable', name], { policies, state: undefined })),
  ].join(' && ');
}

/** A command with the same rule set and suggestions file, ready to copy. */
function command(words: readonly string[], { policies, state }: StateOptions): string {
  const kept = state === undefined ? [] : ['--state', state];
  return shellCommand(['mcptest', 'gateway', ...words, '--policies', policies, ...kept]);
}

function lookingAgain(options: StateOptions): string {
  return `${command(['suggest'], options)} --audit-log FILE`;
}

function known(state: State, options: StateOptions): State & { readonly file: SuggestionsFile } {
  const { path, file } = state;
  if (file) return { ...state, file };
  throw new InputError({
    file: path,
    message: 'there is no suggestions file yet',
    help: `run: ${lookingAgain(options)}`,
  });
}

function tell(id: string, what: string, done: readonly string[], { stdout }: Ports): void {
  stdout.write(`${id} ${what}: ${done.map(escapeForTerminal).join(', ')}\n`);
}
