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

/** Flags that say where suggestions are kept. */
export type StateOptions = Pick<OptionsOf<typeof STATE_FLAGS>, 'policies' | 'state'>;

/** The file of suggestions with its text, undefined when there is none yet. */
export interface State {
  readonly path: string;
  readonly text: string | undefined;
  readonly file: SuggestionsFile | undefined;
}

/** Reads the file of suggestions, if there is one. @throws InputError also when it is for another rule set */
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
      help: 'keep those for this rule set in a file of their own, with --state; or, if it was renamed, write its name there',
    });
  }
  return { path, text, file };
}

/**
 * Whether a rule set is the one that suggestions were found for. A path is written from the folder in which it was found:
 * seen from elsewhere it may lead nowhere, and then the names of the files must do. Standard input has no name.
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

/** Writes the file of suggestions, whole or not at all; one that stays the same is left alone. */
export function saveState(
  { path, text }: State,
  file: SuggestionsFile,
  { files }: Pick<Ports, 'files'>,
): void {
  const after = toJson(file);
  if (after !== text) files.replaceText(path, text, after);
}
