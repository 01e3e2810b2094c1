import type { ValuePath } from '../../../diagnostic.ts';
import { isPlaceholder, looksRandom } from '../../../inspection/high-entropy.ts';
import { mask } from '../../../inspection/mask.ts';
import { namedValue } from '../../../inspection/named-value.ts';
import { isObject } from '../../../values/own-property.ts';
import { scalarText } from '../../../values/scalar-text.ts';
import { secretsIn } from '../rules/secrets.ts';
import { splitLine, type Word } from './command-words.ts';

/** A secret in a configuration. */
export interface ConfigSecret {
  readonly path: ValuePath;
  /** What the report shows: the name, and the secret masked. */
  readonly shown: string;
  /** The secret itself, not masked: never report it. */
  readonly secret: string;
}

/** Names of variables, headers and flags that hold a secret. */
const SECRET_NAME =
  /(?:^|[_-])(?:api[_-]?key|key|token|secret|password|passwd|passphrase|pwd|pat|credentials?|auth(?:orization)?|bearer|cookie)(?:$|[_-])|apikey|accesstoken|authtoken/i;

/** What is said about a secret, and is none. */
const NO_SECRET =
  /(?:^|[_-])(?:file|path|url|uri|name|id|type|max|min|limit|header|location|dir|folder|region|endpoint|method|mode|enabled|disabled|required|prefix|suffix|ttl|provider|source|sock|socket|policy|expiry|expires|expiration|timeout|interval|lifetime|issuer|audience|scopes?|strategy|store|vault|format|algorithm|alg|length|size|count|server|host|port|domain|user|username|email|version)$/i;

/** Keys of tables and lists: `PRIMARY_KEY`, `--sort-key`. */
const OTHER_KEY =
  /(?:^|[_-])(?:primary|foreign|sort|partition|cache|public|range|row|group|index|order|lookup|object|hot|shortcut|map|hash|dedup|idempotency)[_-]keys?$/i;

/** Names whose value is the secret itself, words too; under the others, words are settings: `AUTH=interactive`. */
const OWN_WORDS = /(?:key|token|secret|password|passwd|passphrase|pwd|pat|cookie)(?:$|[_-])/i;
const PASSWORD_NAME = /(?:^|[_-])(?:password|passwd|passphrase|pwd)(?:$|[_-])/i;

/** A file, not what is in it: `/home/me/key.json`, `.\keys\dev.pem`. */
const FILE = /^(?:~|\.{1,2}|[A-Za-z]:)?[\\/](?:[\w .@+-]{1,64}[\\/]){0,20}[\w .@+-]{0,100}$/;

/** What the client puts in from elsewhere. */
const REFERENCE =
  /^\s*(?:Bearer\s+|Basic\s+|token\s+)?(?:\$\{[^}]*\}|\$[A-Za-z_]\w*|%\w+%|\{\{[^}]*\}\})\s*$/;

/** What stands for a variable that is not set: `${API_KEY:-…}`. */
const DEFAULT = /^\s*(?:[A-Za-z]+\s+)?\$\{(?:[\w:]+:[-=]|\w+[-=])([^}]+)\}\s*$/;

/** A secret, and how a report shows it. */
type Shown = Pick<ConfigSecret, 'secret' | 'shown'>;

/** Returns the first secret that a detector knows by its form. */
function knownSecret(text: string, name: string): Shown | undefined {
  const known = secretsIn(text, name).find(({ isExample }) => !isExample);
  return known && { secret: known.text, shown: `${known.detector}: ${mask(known.text)}` };
}

/** Returns the secret in a value; undefined if there is none. @param name the variable, header or flag that it is for */
function secretOf(text: string, name: string): Shown | undefined {
  const [, standIn] = DEFAULT.exec(text) ?? [];
  if (standIn !== undefined) return secretOf(standIn, name);
  if (REFERENCE.test(text) || isPlaceholder(text)) return undefined;
  const known = knownSecret(text, name);
  if (known) return known;
  const bare = snake(name.replace(/^-+/, ''));
  if (!SECRET_NAME.test(bare) || NO_SECRET.test(bare) || OTHER_KEY.test(bare)) return undefined;
  const value = text.replace(/^(?:Bearer|Basic|token)\s+/i, '');
  return mayBeSecret(value, bare, value !== text) ? { secret: value, shown: mask(value) } : undefined;
}

function mayBeSecret(value: string, name: string, isCredential: boolean): boolean {
  if (value.length < 8 || (/\s/.test(value) && !PASSWORD_NAME.test(name))) return false;
  if (FILE.test(value) && /[\\/.]/.test(value.slice(1))) return false;
  return isCredential || OWN_WORDS.test(name) || looksRandom(value);
}

/** `clientSecret` is `client_Secret`. */
function snake(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2');
}

function secretAt(text: string, name: string, path: ValuePath, label = name): ConfigSecret[] {
  const found = secretOf(text, name);
  if (found === undefined) return [];
  return [{ path, secret: found.secret, shown: label === '' ? found.shown : `${label}: ${found.shown}` }];
}

/** Finds the secrets in the words of a command line: `--token …`, `API_KEY=…`, `--header "X-Api-Key: …"`. */
export function secretsInWords(words: readonly Word[]): ConfigSecret[] {
  return words.flatMap(({ text, path }, index) => {
    // a line of shell
    if (/\s-|\s\w+=/.test(text) && /^[\w./-]+\s/.test(text))
      return secretsInWords(splitLine(text).map((inner) => ({ text: inner, path })));
    const { name, value } = namedValue(text, words[index - 1]?.text ?? '');
    return secretAt(value, name, path, '');
  });
}

/** Finds the secrets in members of a server, at any depth. */
export function secretsInMembers(value: unknown, name: string, path: ValuePath): ConfigSecret[] {
  if (Array.isArray(value))
    return value.flatMap((each, index) => secretsInMembers(each, name, [...path, index]));
  if (isObject(value))
    return Object.entries(value).flatMap(([key, member]) => secretsInMembers(member, key, [...path, key]));
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  return secretAt(scalarText(value), name, path);
}

/** Finds the secret in a URL: its password, or a member of its query. */
export function secretsInUrl(text: string, path: ValuePath): ConfigSecret[] {
  const known = knownSecret(text, 'url');
  if (known) return [{ path, ...known }];
  if (!URL.canParse(text)) return [];
  const { password, searchParams } = new URL(text);
  if (password !== '' && !REFERENCE.test(decoded(password)))
    return [{ path, secret: password, shown: mask(password) }];
  return [...searchParams]
    .filter(([name, value]) => SECRET_NAME.test(name) && looksRandom(value))
    .slice(0, 1)
    .map(([name, value]) => ({ path, secret: value, shown: `${name}: ${mask(value)}` }));
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}
