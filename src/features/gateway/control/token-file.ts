import * as z from 'zod/mini';
import type { Diagnostic, ValuePath } from '../../../diagnostic.ts';
import { parseAuthored } from '../../../documents/authored.ts';
import { described } from '../../../documents/described.ts';
import type { SourceDocument } from '../../../documents/source-document.ts';
import { validate } from '../../../documents/validate.ts';
import { InputError } from '../../../errors.ts';
import { quote } from '../../../text/clip.ts';
import { SCOPES } from './scopes.ts';

const tokenSchema = z.strictObject({
  name: described(
    z.string().check(z.regex(/^[^\p{Cc}]{1,120}$/u, 'text of 1 to 120 characters on one line')),
    'who uses the token; approvals say it',
  ),
  token: described(
    z.string().check(z.regex(/^[\x21-\x7e]{1,1000}$/, 'text without spaces, of ASCII characters')),
    'the secret, such as the output of `openssl rand -hex 32`',
  ),
  scopes: described(z.array(z.enum(SCOPES)).check(z.minLength(1)), 'what the token may do'),
});

/** The file of `gateway serve --token-file`. Spec (enforcement): "Settled". */
export const tokenFileSchema = z.strictObject({ tokens: z.array(tokenSchema).check(z.minLength(1)) });

/** A token, who uses it, and what it may do. */
export type ApiToken = z.output<typeof tokenSchema>;

/** Reads a file of tokens, YAML or JSON. No message shows a token. @throws InputError */
export function parseTokenFile(text: string, path: string): readonly ApiToken[] {
  const document = parseAuthored(text, path);
  const { tokens } = validate(tokenFileSchema, document, (path) =>
    path.includes('scopes') ? undefined : path,
  );
  const faults = [...repeated(tokens, 'name', document), ...repeated(tokens, 'token', document)];
  if (faults.length > 0) throw new InputError(faults);
  return tokens;
}

/** Returns a finding for each name or secret that an earlier token has: nobody could tell them apart. */
function repeated(
  tokens: readonly ApiToken[],
  key: 'name' | 'token',
  { file, locate }: SourceDocument,
): Diagnostic[] {
  const seen = new Set<string>();
  return tokens.flatMap((token, index) => {
    if (!seen.has(token[key])) {
      seen.add(token[key]);
      return [];
    }
    const path: ValuePath = ['tokens', index, key];
    const message = key === 'name' ? `${quote(token.name)} is already the name of a token` : 'occurs twice';
    return [{ file, position: locate(path), path, message, help: `give each token its own ${key}` }];
  });
}
