import * as z from 'zod/mini';
import { parseAuthored } from '../../../documents/authored.ts';
import { described } from '../../../documents/described.ts';
import { InputError } from '../../../errors.ts';

const line = (about: string) =>
  described(
    z.string().check(z.regex(/^[^\p{Cc}]{0,1000}$/u, 'text on one line, of up to 1000 characters')),
    about,
  );

/** The file of `--credentials`. Spec (scale): "Where logs outgrow one machine". */
export const credentialsSchema = z.strictObject({
  user: line('the database user, who only needs to read one table'),
  password: line('the password of that user'),
});

/** A user of a database, and the password. */
export type Credentials = z.output<typeof credentialsSchema>;

/** Reads a file of credentials, YAML or JSON. No message shows what is in it, not even a wrong key. @throws InputError */
export function parseCredentials(text: string, path: string): Credentials {
  const read = credentialsSchema.safeParse(documentOf(text, path));
  if (read.success) return read.data;
  throw new InputError({
    file: path,
    message:
      'must have `user` and `password`, and nothing else, each a text on one line of up to 1000 characters',
    help: 'put quotes around a number',
  });
}

function documentOf(text: string, path: string): unknown {
  try {
    return parseAuthored(text, path).value;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    const { file, position } = error.diagnostics[0] ?? {};
    throw new InputError({
      ...{ file, position },
      message: 'is not YAML or JSON',
      help: 'put the password in single quotes: a password may begin with a character that YAML reads as its own',
    });
  }
}
