import { toJson } from '../../documents/to-json.ts';
import { InputError } from '../../errors.ts';
import {
  defaultStatePath,
  parseSuggestions,
  type SuggestionsFile,
} from '../../features/gateway/suggest/suggestions-file.ts';
import type { OptionsOf } from '../../flags.ts';
import type { Ports } from '../../ports.ts';
import type { STATE_FLAGS } from './flags.ts';

/** The options that name the rule set and the file with its suggestions. */
export type StateOptions = Pick<OptionsOf<typeof STATE_FLAGS>, 'policies' | 'state'>;

/** The suggestions file with its text; undefined when it does not exist yet. */
export interface State {
  readonly path: string;
  readonly text: string | undefined;
  readonly file: SuggestionsFile | undefined;
}

/** Reads the suggestions file, if it exists. @throws InputError also when it belongs to another rule set */
export function openState({ policies, state }: StateOptions, { files }: Pick<Ports, 'files'>): State {
  const path = state ?? defaultStatePath(policies);
  if (files.realPath(path) === null) return { path, text: undefined, file: undefined };
  const text = files.readText(path);
  const file = parseSuggestions(text, path);
  if (!isSameRuleSet(file.ruleSet, policies, files)) {
    throw new InputError({
      file: path,
      path: ['ruleSet'],
      message: `these suggestions are for \`${file.ruleSet}\`, not for \`${policies}\``,
      help: 'use another file with --state; if you renamed the rule set, change `ruleSet` in this file',
    });
  }
  return { path, text, file };
}

/**
 * Whether the suggestions were found for this rule set. The stored path is relative to the folder where `suggest` ran
 * and may lead nowhere from another folder. In that case only the file names are compared. Standard input has no name
 * and always matches.
 */
function isSameRuleSet(
  found: string,
  given: string,
  { realPath }: Pick<Ports['files'], 'realPath'>,
): boolean {
  if (found === '-' || given === '-') return true;
  const [real, other] = [realPath(found), realPath(given)];
  return real === null || other === null ? nameOf(found) === nameOf(given) : real === other;
}

function nameOf(path: string): string {
  return path.split(/[\\/]/).at(-1) ?? path;
}

/** Writes the suggestions file atomically, unless nothing changed. */
export function saveState(
  { path, text }: State,
  file: SuggestionsFile,
  { files }: Pick<Ports, 'files'>,
): void {
  const after = toJson(file);
  if (after !== text) files.replaceText(path, text, after);
}
