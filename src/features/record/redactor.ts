import { readJson } from '../../documents/read-json.ts';
import { findSecrets, hidesSecret, replaceSecrets } from '../../inspection/find-secrets.ts';
import { nestsDeeper } from '../../values/nests-deeper.ts';
import { isObject, setOwn } from '../../values/own-property.ts';
import { type EnvSecret, type Revealing, revealing } from './env-secret.ts';
import { withoutNamedValues } from './named-values.ts';
import { isRedacted, REDACTED } from './redacted.ts';
import { type RedactedKind, RedactedKinds } from './redacted-kinds.ts';
import { isSecretName, isSecretNumber } from './secret-name.ts';

/** How headers begin that repeat an argument of a call, under any name. */
const MIRRORED = 'mcp-param-';

/** A longer name is not shown. */
const LONGEST_NAME = 60;

/**
 * Replaces secrets before anything is written: values of members and headers whose name says so, values of named environment
 * variables in any form, and what the secret detectors find. Redacting what is redacted changes nothing, so a finished tape
 * can be checked by redacting it again, and requests can be compared in their redacted form.
 * Spec (suites and recording): "`mcptest record` and `serve`"
 */
export class Redactor {
  readonly #revealing: readonly Revealing[];
  readonly #kinds = new RedactedKinds();
  #named: 'header' | 'member' = 'member';

  constructor(secrets: readonly EnvSecret[]) {
    this.#revealing = revealing(secrets);
  }

  /** How many values were replaced so far. */
  get values(): number {
    return this.#kinds.values;
  }

  /** What was replaced so far, and how often, for people. Shows no value. */
  get inWords(): readonly string[] {
    return this.#kinds.inWords();
  }

  /** Redacts plain data, nested at most as deep as input may be. Returns the same value if nothing was replaced. */
  value(value: unknown, key = ''): unknown {
    if (typeof value === 'string')
      return isSecretName(key) ? this.#secret(value, key) : this.text(value, key);
    if (typeof value === 'number') return this.#number(value, key);
    if (Array.isArray(value)) {
      const list = value.map((item) => this.value(item, key));
      return list.some((item, index) => item !== value[index]) ? list : value;
    }
    return isObject(value) ? this.#object(value) : value;
  }

  /**
   * Redacts the headers of a request or of a response. Their names are in lower case.
   * @param isBodySecret whether the message of the headers holds a secret: then headers that repeat its arguments may
   */
  headers(headers: Readonly<Record<string, string>>, isBodySecret = false): Record<string, string> {
    this.#named = 'header';
    const redacted = this.#object(headers) as Record<string, string>;
    for (const [name, value] of isBodySecret ? Object.entries(redacted) : []) {
      if (name.startsWith(MIRRORED)) redacted[name] = this.#secret(value, name);
    }
    this.#named = 'member';
    return redacted;
  }

  /** @param key the nearest key above the text */
  text(text: string, key = ''): string {
    if (isRedacted(text)) return text;
    return this.#insideJson(text) ?? this.#plain(text, key);
  }

  /** A text that is itself JSON, such as the content of many answers. Undefined for other texts. */
  #insideJson(text: string): string | undefined {
    if (!/^\s*[[{]/.test(text)) return undefined;
    // what a reader would drop, such as the first of two equal keys, is still in the text
    const { value, fault } = readJson(text);
    if (fault) return undefined;
    const redacted = this.value(value);
    if (redacted === value) return text;
    return JSON.stringify(redacted, null, text.includes('\n') ? 2 : 0);
  }

  #plain(text: string, key: string): string {
    const named = withoutNamedValues(this.#withoutVariables(text), (kind, name) =>
      this.#count(REDACTED, kind === 'header' ? { kind, name } : this.#nameOf(name)),
    );
    return this.#withoutSecrets(named, key);
  }

  #withoutSecrets(text: string, key: string): string {
    const result = replaceSecrets(text, key, (_, id) => this.#count(REDACTED, { kind: 'detector', id }));
    // what was beside a secret may look like one without it; and what cannot be cut out goes as a whole
    const isClean = result === text || findSecrets(result, key).length === 0;
    return isClean && !hidesSecret(result, key, (form) => this.#reveals(form))
      ? result
      : this.#count(REDACTED, { kind: 'encoded' });
  }

  #withoutVariables(text: string): string {
    let result = text;
    for (const { text: secret, placeholder, name } of this.#revealing) {
      if (!result.includes(secret)) continue;
      this.#kinds.add({ kind: 'variable', name }, result.split(secret).length - 1);
      result = result.replaceAll(secret, () => placeholder);
    }
    return result;
  }

  #reveals(text: string): boolean {
    return this.#revealing.some(({ text: secret }) => text.includes(secret));
  }

  #object(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
    let isChanged = false;
    const result: Record<string, unknown> = {};
    const pairName = pairNameIn(object);
    for (const [key, member] of Object.entries(object)) {
      const name = this.#unusedKey(this.text(key), key, result);
      const redacted = this.value(member, key === 'value' ? (pairName ?? key) : key);
      isChanged ||= redacted !== member || name !== key;
      setOwn(result, name, redacted);
    }
    return isChanged ? result : (object as Record<string, unknown>);
  }

  /** Two keys that are secrets must not become one. */
  #unusedKey(name: string, key: string, taken: Readonly<Record<string, unknown>>): string {
    if (name === key) return name;
    let unused = name;
    for (let number = 2; Object.hasOwn(taken, unused); number++) unused = `${name} ${number}`;
    return unused;
  }

  #number(value: number, key: string): unknown {
    if (isSecretNumber(key)) return this.#count(REDACTED, this.#nameOf(key));
    const found = this.#revealing.find(({ text }) => String(value).includes(text));
    return found ? this.#count(found.placeholder, { kind: 'variable', name: found.name }) : value;
  }

  /** A value that is secret because of its name. A variable is named, so that its value can be put back. */
  #secret(value: string, key: string): string {
    if (value === '' || isRedacted(value)) return value;
    const found = this.#revealing.find(({ text }) => text === value);
    const kind: RedactedKind = found ? { kind: 'variable', name: found.name } : this.#nameOf(key);
    return this.#count(found?.placeholder ?? REDACTED, kind);
  }

  /** The name of a header or a member, which may hold a secret itself. */
  #nameOf(key: string): RedactedKind {
    const isPlain = key.length <= LONGEST_NAME && !this.#reveals(key) && findSecrets(key, '').length === 0;
    return { kind: this.#named, name: isPlain ? key : '…' };
  }

  #count(placeholder: string, kind: RedactedKind): string {
    this.#kinds.add(kind);
    return placeholder;
  }
}

/** The name in an object that pairs it with a value, as programs write headers: `{"name": "Authorization", "value": "…"}`. */
function pairNameIn({ name, key, value }: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof value !== 'string') return undefined;
  return [name, key].find((each): each is string => typeof each === 'string' && isSecretName(each));
}

/** How deep a value may nest to be redacted as a value. Deeper ones are redacted as text. */
const DEEPEST = 400;

/** Whether a value nests no deeper than {@link DEEPEST} levels. */
export function isShallow(value: unknown): boolean {
  return !nestsDeeper(value, DEEPEST);
}
