import { secretForms } from '../../text/secret-forms.ts';

/** An environment variable whose value must not be on a tape. */
export interface EnvSecret {
  readonly name: string;
  readonly value: string;
}

/** A text that reveals a variable, and what stands in its place. */
export interface Revealing {
  readonly text: string;
  readonly placeholder: string;
  /** The name of the variable. */
  readonly name: string;
}

/** What stands in place of the value of a variable. */
function placeholderOf(name: string): string {
  return `[redacted:${name}]`;
}

/**
 * Returns the texts in which the values of variables may occur. The longest come first, so that a value that contains
 * another one is replaced as a whole.
 */
export function revealing(secrets: readonly EnvSecret[]): readonly Revealing[] {
  return secrets
    .flatMap(({ name, value }) =>
      secretForms(value).map((text) => ({ text, placeholder: placeholderOf(name), name })),
    )
    .sort((a, b) => b.text.length - a.text.length);
}
