import { InputError } from '../errors.ts';
import { escapeForTerminal } from '../escape-terminal.ts';
import { EXIT, type ExitCode } from '../exit-codes.ts';
import { acceptInto, findSuggestion, withStatus } from '../gateway/suggestions.ts';
import type { SuggestionsFile } from '../gateway/suggestions-file.ts';
import type { Ports } from '../ports.ts';
import { formatSuggestions } from '../report/gateway/suggestions.ts';
import { toJson } from '../report/json.ts';
import { emit, type OutputOptions, paletteOf } from './output.ts';
import { openState, type State, type StateOptions, saveState } from './suggestions-state.ts';

interface ListOptions extends OutputOptions, StateOptions {
  readonly all?: true;
  readonly format?: 'pretty' | 'json';
}

/** `mcptest gateway suggestions list`: those that are open, or all. */
export async function listSuggestions(options: ListOptions, ports: Ports): Promise<ExitCode> {
  const { file } = known(openState(options, ports));
  const shown = options.all
    ? file
    : { ...file, suggestions: file.suggestions.filter(({ status }) => status === 'open') };
  emit(
    options.format === 'json'
      ? toJson(shown)
      : formatSuggestions(shown.suggestions, await paletteOf(options, ports)),
    options,
    ports,
  );
  return EXIT.accepted;
}

/**
 * `mcptest gateway suggestions accept`: first the rule set, then the status. Whoever is interrupted in between finds
 * the suggestion open and its rule in place, and the same command once more sets that right.
 * Source: `PATCH /api/policy-suggestions/{id}`.
 */
export async function acceptSuggestion(id: string, options: StateOptions, ports: Ports): Promise<ExitCode> {
  const { policies } = options;
  const state = known(openState(options, ports));
  const suggestion = findSuggestion(state.file, id, state.path);
  const before = ports.files.readText(policies);
  const after = acceptInto(before, policies, suggestion);
  if (after !== before) ports.files.replaceText(policies, before, after);
  saveState(state, withStatus(state.file, id, 'accepted'), ports);
  const { rule, disables } = suggestion;
  const done = [
    ...(rule.enabled === false ? [] : [`rule \`${rule.name}\` is in force`]),
    ...disables.map((name) => `rule \`${name}\` is switched off`),
  ];
  tell(id, 'accepted', done, ports);
  return EXIT.accepted;
}

/** `mcptest gateway suggestions dismiss`: it does not come back. */
export async function dismissSuggestion(id: string, options: StateOptions, ports: Ports): Promise<ExitCode> {
  const state = known(openState(options, ports));
  const { status, rule } = findSuggestion(state.file, id, state.path);
  if (status === 'accepted') {
    throw new InputError({
      file: state.path,
      message: `suggestion \`${id}\` is accepted already`,
      help: `take back what it did: mcptest gateway policies ${rule.enabled === false ? 'enable' : 'remove'}`,
    });
  }
  saveState(state, withStatus(state.file, id, 'dismissed'), ports);
  tell(id, 'dismissed', ['it will not come back'], ports);
  return EXIT.accepted;
}

function known(state: State): State & { readonly file: SuggestionsFile } {
  const { path, file } = state;
  if (file) return { ...state, file };
  throw new InputError({
    file: path,
    message: 'there are no suggestions yet',
    help: 'mcptest gateway suggest looks for some',
  });
}

function tell(id: string, what: string, done: readonly string[], { stdout }: Ports): void {
  stdout.write(`${id} ${what}: ${done.map(escapeForTerminal).join(', ')}\n`);
}
