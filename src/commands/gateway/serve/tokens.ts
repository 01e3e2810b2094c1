import type { Scope } from '../../../features/gateway/control/scopes.ts';
import { SCOPES } from '../../../features/gateway/control/scopes.ts';
import type { ApiToken } from '../../../features/gateway/control/token-file.ts';
import type { Digest } from '../../../features/gateway/enforce/approval-binding.ts';

/** Who makes a request, and what they may do. */
export interface Client {
  readonly name: string;
  readonly scopes: readonly Scope[];
}

/**
 * The tokens that are known: those of the file, and those of pages. Only digests are compared, and always all of them, so
 * that the time it takes says nothing about a token. Spec (enforcement): "Settled".
 */
export class Tokens {
  readonly #sha256: Digest;
  readonly #newSecret: () => string;
  readonly #known: { readonly digest: string; readonly client: Client }[];
  #key: string;

  constructor(tokens: readonly ApiToken[], sha256: Digest, newSecret: () => string) {
    this.#sha256 = sha256;
    this.#newSecret = newSecret;
    this.#known = tokens.map(({ name, token, scopes }) => ({
      digest: sha256(token),
      client: { name, scopes },
    }));
    this.#key = newSecret();
  }

  /** The key of the next page. It works once. */
  get key(): string {
    return this.#key;
  }

  /** Returns whose token this is; undefined if it is nobody's. */
  clientOf(token: string): Client | undefined {
    const given = this.#sha256(token);
    let found: Client | undefined;
    for (const { digest, client } of this.#known) if (isSame(given, digest)) found = client;
    return found;
  }

  /** Uses up the key of a page, and returns a token that may do everything; undefined if it is not the key. */
  openPage(key: string, name: string): string | undefined {
    if (!isSame(this.#sha256(key), this.#sha256(this.#key))) return undefined;
    this.#key = this.#newSecret();
    const token = this.#newSecret();
    this.#known.push({ digest: this.#sha256(token), client: { name, scopes: SCOPES } });
    return token;
  }
}

/** Compares two digests in the same time, wherever they differ. */
function isSame(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < a.length; at++) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
