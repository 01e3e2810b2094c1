import { defaultStatePath } from '../gateway/suggestions.ts';
import { parseSuggestions, type SuggestionsFile } from '../gateway/suggestions-file.ts';
import type { Ports } from '../ports.ts';
import { toJson } from '../report/json.ts';

/** Flags that say where suggestions are kept. */
export interface StateOptions {
  readonly policies: string;
  readonly state?: string;
}

/** The file of suggestions with its text, undefined when there is none yet. */
export interface State {
  readonly path: string;
  readonly text: string | undefined;
  readonly file: SuggestionsFile | undefined;
}

/** Reads the file of suggestions, if there is one. @throws InputError */
export function openState({ policies, state }: StateOptions, { files }: Pick<Ports, 'files'>): State {
  const path = state ?? defaultStatePath(policies);
  if (files.realPath(path) === null) return { path, text: undefined, file: undefined };
  const text = files.readText(path);
  return { path, text, file: parseSuggestions(text, path) };
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
