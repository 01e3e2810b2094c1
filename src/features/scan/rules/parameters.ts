import type { CatalogItem } from '../../../artifacts/tool-catalog/server-catalog.ts';
import { wordsOf } from '../../../exec-policy/name-words.ts';
import { own } from '../../../values/own-property.ts';
import { harmlessAt } from '../core/context.ts';
import type { Hit, ReadText, RuleTable } from '../core/rule.ts';

const PARAMETERS = 'names and descriptions of parameters';

/** Rules on parameters that ask for more than the tool needs. */
export const PARAMETER_RULES = {
  'parameter-conversation': {
    severity: 'high',
    family: 'parameter',
    surface: PARAMETERS,
    title: 'asks for the conversation, the system prompt or the reasoning of the model',
    why: 'the model fills in what it is asked for, so the server learns what you said to other tools',
    fix: 'ask the author why the tool needs it; do not use it for private work until then',
  },
  'parameter-credentials': {
    severity: 'high',
    family: 'parameter',
    surface: PARAMETERS,
    title: 'asks for secrets of the user for other services, or for the files that hold such secrets',
    why: 'the model fills in what it finds',
    fix: 'give the server its own credentials in its configuration, never as an argument',
  },
  'parameter-caller': {
    severity: 'high',
    family: 'parameter',
    surface: PARAMETERS,
    title: 'asks which model or agent calls the tool',
    why: 'the tool does not need this to work, and it tells somebody how to attack you, or who you are',
    fix: 'ask the author what the parameter is for; leave it out if it is optional',
  },
} as const satisfies RuleTable;

/** Names of parameters, as words, that ask for what the model knows of the talk. */
const CONVERSATION_NAME =
  /^(?:(?:full |whole |entire |complete |raw |prior |previous )?(?:conversation|chat|dialog|dialogue|message|messages|session|prompt|interaction|context)(?: (?:history|transcript|log|logs|context|dump|so far)| messages)|(?:full|whole|entire|complete|all|previous|prior) (?:conversation|conversations|chat|chats|dialogue|messages|prompts|context)|system prompt|system message|system instructions|llm system prompt|chain of thought|model reasoning|internal reasoning|hidden reasoning|(?:all )?(?:available )?tools list|list of tools|tool call history|tool calls history|previous tool calls|tool history)$/;

/** What a description asks for. */
const CONVERSATION_TEXT =
  /\b(?:the |your |our |this )?(?:entire|full|whole|complete|all (?:of )?(?:the|your|our|previous|prior)|verbatim|raw) (?:[\w-]{1,15} ){0,2}?(?:conversation|chat|dialog(?:ue)?|message|prompt|session|discussion)s?(?: history| transcript| log| context| so far)?\b|\byour (?:own )?(?:system (?:prompt|message|instructions?)|chain[- ]of[- ]thought|hidden reasoning|internal (?:instructions?|reasoning)|initial instructions?)\b|\b(?:all|every|list of) (?:the )?(?:other )?(?:available )?tools (?:that )?(?:you|are available|available to)\b|\b(?:previous|prior|past) (?:user )?messages\b|\b(?:everything|all|whatever) (?:that )?(?:the user|you|we|i|they)(?: has| have)? (?:told|said|wrote|typed|asked)\b/i;

/** A tool about talks with models needs such parameters. */
const ABOUT_TALK =
  /\b(?:chat|conversation|conversations|llm|llms|gpt|model|models|prompt|prompts|completion|completions|assistant|assistants|agent|agents|message|messages|dialog|dialogue|thread|threads|summari[sz]e|transcript|transcripts|memory|memories|session|sessions|openai|anthropic|claude|gemini|ask|generate|inference|bot|reasoning|thinking|think|thought|eval|evaluate|evaluation|feedback|persona)\b/i;

const CALLER_NAME =
  /^(?:(?:agent|assistant|caller|client|host|your|current) )*(?:llm|ai|calling|invoking) (?:(?:llm|ai|agent|assistant|client) )*(?:model )?(?:name|id|version|identity|type)$|^(?:your|current) (?:(?:agent|assistant|client) )+(?:name|id|version|identity|type)$|^(?:llm|ai|caller|calling|invoking|your|current|host|client) model(?: (?:name|id|version|identity))?$/;
const CALLER_TEXT =
  /\b(?:model|llm|assistant|ai|agent)(?: (?:name|id|version|identifier))?(?: \w{1,10}){0,2}? (?:that|which|who) (?:is )?(?:call(?:s|ed|ing)?|invok(?:es|ed|ing)|us(?:es|ing)|execut(?:es|ing)|mak(?:es|ing))\b|\b(?:name|id|identity|version|type) of (?:the |your )?(?:current |calling |underlying )?(?:llm|large language model|ai model|ai assistant|language model)(?: model)?\b(?! to\b| for\b)|\bwhich (?:model|llm|ai) (?:you are|are you)\b/i;
const ABOUT_MODELS =
  /\b(?:llm|llms|gpt|models?|completions?|chat|openai|anthropic|claude|gemini|ollama|inference|prompts?|agents?|assistants?|generat\w+|eval\w*|feedback|usage|token|tokens|cost)\b/i;

const CREDENTIAL_TEXT =
  /\b(?:contents?|value|copy|text) of (?:the |your |user(?:'s)? |all )?(?:file )?(?:[~./\w-]{0,30}(?:\.ssh|\.aws|\.env|\.npmrc|\.netrc|id_rsa|mcp\.json|credentials?)\S{0,20}|(?:ssh|private|api) keys?|environment variables)|\b(?:the |your )?user(?:'s)? (?:(?:email|bank|account|login|system|os|computer|master|sudo|root|wallet|keychain|browser|saved|stored) )+(?:password|passphrase|credentials|pin)\b|\b(?:all|any|every) (?:of )?(?:the |your |user(?:'s)? )?(?:available |stored |saved |known )?(?:credentials|passwords|api keys|secrets|tokens|environment variables)\b/i;
const CREDENTIAL_NAME =
  /^(?:user |users )?(?:ssh (?:private )?key contents?|private key contents?|env(?:ironment)? (?:vars|variables) dump|all credentials|all secrets|all passwords|sudo password|root password|system password|os password|keychain(?: contents?)?|browser cookies|mcp json contents?|etc passwd|id rsa|seed phrase|recovery phrase|mnemonic phrase)$/;

/** Credentials of services: a tool that signs in there, or makes such keys, needs them. */
const SERVICE_CREDENTIAL_NAME =
  /^(?:user |users |your )?(?:aws (?:secret )?(?:access )?key(?: id)?|aws session token|ssh (?:private )?key|private ssh key|gcp service account key|kubeconfig|(?:github|gitlab|npm|openai|anthropic) (?:personal access |api )?(?:token|key))$/;
const ABOUT_SERVICES =
  /\b(?:aws|amazon|s ?3|ec ?2|bucket|buckets|cloud|ssh|sftp|scp|server|servers|host|hosts|vm|vms|instance|instances|droplet|deploy|deploys|deployment|key|keys|credential|credentials|secret|secrets|log|login|connect|connects|connection|sign|signs|authenticate|auth|account|git|github|gitlab|repo|repository|npm|package|publish|publishes|kubernetes|cluster|remote|openai|anthropic|gcp|google|storage|database|terraform|model|models|llm)\b/i;

/** Finds what a parameter asks for that its tool does not need. */
export function parameterHits({ surface, plain, item }: ReadText): Hit[] {
  const { kind, path, isKey, parameter } = surface;
  if (item?.kind !== 'tool') return [];
  const rule =
    kind === 'parameter-name'
      ? byName(plain, item)
      : kind === 'parameter-text'
        ? byText(plain, item)
        : undefined;
  if (rule === undefined || (kind === 'parameter-text' && rule === byName(parameter ?? '', item))) return [];
  const name = kind === 'parameter-name' ? plain : (parameter ?? '');
  const { title } = PARAMETER_RULES[rule];
  return [{ rule, path, isKey, message: `the parameter \`${name}\` ${title}`, evidence: plain }];
}

function byName(name: string, item: CatalogItem): keyof typeof PARAMETER_RULES | undefined {
  if (name.length > 80) return undefined;
  const words = wordsOf(name).join(' ');
  if (CREDENTIAL_NAME.test(words)) return 'parameter-credentials';
  if (SERVICE_CREDENTIAL_NAME.test(words) && !isAbout(ABOUT_SERVICES, item)) return 'parameter-credentials';
  if (CONVERSATION_NAME.test(words) && !isAbout(ABOUT_TALK, item)) return 'parameter-conversation';
  return CALLER_NAME.test(words) && !isAbout(ABOUT_MODELS, item) ? 'parameter-caller' : undefined;
}

function byText(text: string, item: CatalogItem): keyof typeof PARAMETER_RULES | undefined {
  const found = (pattern: RegExp) => {
    const match = pattern.exec(text);
    return match !== null && harmlessAt(text, match.index, match.index + match[0].length) === undefined;
  };
  if (found(CREDENTIAL_TEXT)) return 'parameter-credentials';
  if (found(CONVERSATION_TEXT) && !isAbout(ABOUT_TALK, item)) return 'parameter-conversation';
  return found(CALLER_TEXT) && !isAbout(ABOUT_MODELS, item) ? 'parameter-caller' : undefined;
}

/** Whether a tool is about something: its name says so, or the first line of its description. */
function isAbout(subject: RegExp, { name, value }: CatalogItem): boolean {
  const description = own(value, 'description');
  const first = typeof description === 'string' ? (/^[^\n]{0,200}/.exec(description.trim())?.[0] ?? '') : '';
  // a boast is no subject
  const opening = first.split(/[.!?]\s/, 2).join('. ');
  return subject.test(wordsOf(name.slice(0, 200)).join(' ')) || subject.test(opening);
}
