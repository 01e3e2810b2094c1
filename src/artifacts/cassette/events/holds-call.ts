import { factsOfKey } from './call-keys.ts';
import { isCarrierOfCalls, isNoTool, looksLikeCall } from './looks-like-call.ts';

type Json = Readonly<Record<string, unknown>>;

/** A text inside a text inside a text is looked at, and no further. */
const DEEPEST_TEXT = 3;

/** The shortest text of a call is longer. */
const SHORTEST_TEXT = 16;

/** Keys of what was said or thought: a text under them is no call, whatever it says. */
const SAID_KEY = /^(text|thinking|thoughts?|reasoning.*|title|summary|description)$/s;

/** Whether a key says that a text is what was said or thought. */
export function isSaid(key: string): boolean {
  return SAID_KEY.test(key);
}

/**
 * Whether a text can be the JSON text of an object or a list. A cheap look at both ends: texts of recordings are many, and
 * may be long.
 */
export function mayBeJson(text: string): boolean {
  if (text.length < SHORTEST_TEXT) return false;
  let start = 0;
  while (text.charCodeAt(start) <= SPACE) start++;
  const first = text.charCodeAt(start);
  if (first !== BRACE && first !== BRACKET) return false;
  let end = text.length - 1;
  while (text.charCodeAt(end) <= SPACE) end--;
  return text.charCodeAt(end) === first + TO_CLOSING;
}

const SPACE = 0x20;
const BRACE = 0x7b;
const BRACKET = 0x5b;
/** From the code of `{` to that of `}`, and from that of `[` to that of `]`. */
const TO_CLOSING = 2;

/** Returns the object or the list in a JSON text; undefined when it is another text. */
function valueInText(text: string): object | undefined {
  if (!mayBeJson(text)) return undefined;
  try {
    return JSON.parse(text) as object;
  } catch {
    return undefined;
  }
}

/** How to look for calls in a value. */
interface Search {
  /** Whether the value is in settings, where only what says that it is a call is one; see `KeyFacts`. */
  readonly isAmongSettings?: boolean;
  /** Whether a call is known: it was read elsewhere. */
  readonly isKnown?: (call: Json) => boolean;
  /** Whether a tool of this name was called elsewhere; see `looksLikeCall`. */
  readonly isTool?: (name: string) => boolean;
}

/** Whether a value is a call, or holds one at any depth, also in a JSON text. */
export function holdsCall(value: unknown, search: Search = {}): boolean {
  return holds(value, { isAmongSettings: false, isKnown: () => false, isTool: isNoTool, ...search }, 0);
}

function holds(value: unknown, search: Required<Search>, texts: number): boolean {
  if (typeof value === 'string') {
    const inText = texts < DEEPEST_TEXT ? valueInText(value) : undefined;
    return inText !== undefined && holds(inText, search, texts + 1);
  }
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some((each) => holds(each, search, texts));
  const object = value as Json;
  const { isAmongSettings, isKnown, isTool } = search;
  if (isKnown(object)) return false;
  if (looksLikeCall(object, isAmongSettings, isTool)) return true;
  return Object.keys(object).some((key) => {
    const member = object[key];
    const { isExpectation, isSetting } = factsOfKey(key);
    if (isExpectation || (typeof member === 'string' && isSaid(key))) return false;
    if (holds(member, isSetting ? { ...search, isAmongSettings: true } : search, texts)) return true;
    return isCarrierOfCalls(key, member, isAmongSettings, isTool) && !isEachKnown(member, isKnown);
  });
}

function isEachKnown(value: unknown, isKnown: (call: Json) => boolean): boolean {
  return (Array.isArray(value) ? value : [value]).every((each) => isKnown(each as Json));
}
