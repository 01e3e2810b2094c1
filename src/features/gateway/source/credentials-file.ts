import * as z from 'zod/mini';
import { parseAuthored } from '../../../documents/authored.ts';
import { described } from '../../../documents/described.ts';
import { validate } from '../../../documents/validate.ts';

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

/** Reads a file of credentials, YAML or JSON. No message shows what is in it. @throws InputError */
export function parseCredentials(text: string, path: string): Credentials {
  return validate(credentialsSchema, parseAuthored(text, path), (path) => path);
}
