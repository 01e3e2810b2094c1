import { wordsOf } from '../../exec-policy/name-words.ts';
import { fieldName } from '../../inspection/field-names.ts';

/** Headers whose value is a secret, whatever it looks like. */
const SECRET_HEADERS = new Set(['authorization', 'proxy-authorization', 'cookie', 'set-cookie']);

/** Names of the protocol that end like those of secrets. */
const PUBLIC = new Set(['progresstoken']);

/** Whether the value of a header or a member with this name is replaced on a tape, whatever it looks like. */
export function isSecretName(name: string): boolean {
  // no real name is longer, but a key in untrusted input may be megabytes long
  const short = name.slice(0, 200).toLowerCase();
  if (SECRET_HEADERS.has(short)) return true;
  if (PUBLIC.has(short)) return false;
  return endsLikeSecret(name.slice(0, 200)) || fieldName(name).isSecret;
}

/** Whether a number with this name is replaced. `maxTokens` and `output_tokens` count tokens, and servers need the number. */
export function isSecretNumber(name: string): boolean {
  return isSecretName(name) && wordsOf(name.slice(0, 200)).at(-1) !== 'tokens';
}

/** `x-api-key`, `access_token`, `deployKey`: more than the word alone, which may be the key of a table. */
function endsLikeSecret(name: string): boolean {
  const words = wordsOf(name);
  const last = words.at(-1) ?? '';
  return PLURALS.has(last) || (words.length > 1 && ENDS.has(last));
}

const ENDS = new Set(['token', 'tokens', 'key', 'keys']);

/** Words that say it alone, and that are no other word of {@link fieldName}. */
const PLURALS = new Set(['passwords', 'passphrases', 'passcodes']);
