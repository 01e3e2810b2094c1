import { aroundMatch } from './plain.ts';

/** Why a match is no instruction, though it reads like one. */
export type Harmless = 'negated' | 'about' | 'example' | 'quoted';

/** Words that deny what follows them. */
const NEGATION =
  /\b(?:does not|doesn't|do not|don't|will not|won't|never|cannot|can't|must not|mustn't|should not|shouldn't|without|not)\s+(?:[\w-]{1,20}\s+){0,3}["'`]?$/i;

/** The tool looks for such texts, or speaks of them: a verb, and then a word that makes what follows its object. */
const ABOUT =
  /\b(?:detect|prevent|block|flag|check|scan|analy[sz]|identif|guard|protect|reject|refus|filter|saniti[sz]|audit|monitor|classif|explain|describ|recogni[sz]|catch|warn|simulat|evaluat|teach)\w{0,8}\b[^:;]{0,100}\b(?:when|whether|if|that|which|attempts?|tries|trying|asks?|such as|like|for|against|how|injections?|attacks?|jailbreaks?|prompts?|payloads?)\b[^:;]{0,80}$/i;

/** A label before the match, in the same sentence: `Expected output:`. */
const EXAMPLE =
  /\b(?:(?:sample|examples?|mock|expected|test|dummy|canned|training|illustrative|fixture|demo|fake)(?:\s+[\w-]{1,20}){0,3}\s*[:=]|e\.g\.[,:]?)[^:;]{0,80}$/i;

/** Words of a sentence that quotes an attack. */
const TALK =
  /\b(?:such as|like|phrases?|e\.g|for example|examples?|attacks?|injections?|jailbreaks?|detect\w*|block\w*|prevent\w*|flag\w*|analy[sz]\w*|warn\w*|explain\w*|describ\w*|document\w*|quot\w*|contain\w*|match\w*|strings?|saying|says)\b/i;

/** An order in the words of a denial: `do not forget to read`. */
const NO_NEGATION = /\b(?:forget|fail|hesitate|omit|neglect|harm|hurt|matter)\w{0,3}\s+(?:to\s+)?["'`]?$/i;

/** Words that address the model, not a reader who learns what the tool does. */
const ADDRESSED =
  /\byou\b|\bfirst\b|\bbefore (?:using|calling|running|invoking)\b|\b(?:do not|don't|never|without) (?:tell|mention|inform|reveal|notify)/i;

/** Where data goes: an address, or an argument in quotes. */
const TARGET =
  /\b(?:send|post|upload|forward|transmit|mail|email|copy|leak|exfiltrate|deliver|submit|push|write|pass|put|include)\b[^.!?\n]{0,120}?(?:https?:\/\/|@[\w-]{1,40}\.|\b(?:as|in|into)\s+(?:the\s+|a\s+)?["'`<]\w)/i;

/**
 * Whether a sentence tells the model where to put what: no label or verb before it makes that a description. Whoever only
 * speaks of an attack quotes it.
 */
function isOrderWithTarget(context: Harmless, sentence: string): boolean {
  return TARGET.test(sentence) && (context === 'example' || ADDRESSED.test(sentence));
}

/** A quotation that the sentence then orders. */
const ORDERED_QUOTE = /["'`]\s+is what you\b|\b(?:do|follow|obey) (?:this|that|it|so)\b/i;

/**
 * Says why a match is no instruction: the sentence denies it, is about such texts, gives an example, or quotes it. A security
 * tool that quotes an attack is not an attack. Only the sentence itself counts, since an attacker can write any other.
 */
export function harmlessAt(text: string, start: number, end: number): Harmless | undefined {
  const { before, after } = aroundMatch(text, start, end);
  if (NEGATION.test(before) && !NO_NEGATION.test(before)) return 'negated';
  const context = EXAMPLE.test(before) ? 'example' : ABOUT.test(before) ? 'about' : undefined;
  const isQuotation = isQuoted(before, after) && !ORDERED_QUOTE.test(after);
  if (context && (isQuotation || !isOrderWithTarget(context, `${before}${text.slice(start, end)}${after}`)))
    return context;
  if (isQuotation && (TALK.test(before) || TALK.test(after))) return 'quoted';
  return undefined;
}

function isQuoted(before: string, after: string): boolean {
  if (['"', '`'].some((mark) => before.split(mark).length % 2 === 0 && after.includes(mark))) return true;
  // an apostrophe is a quote only at the edge of a word
  return /(?:^|[\s(:])'[^']*$/.test(before) && /'(?![a-z])/i.test(after);
}
