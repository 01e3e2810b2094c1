import { CONVERSATION, PRIVATE_FILE, PRIVATE_THING } from './lexicon.ts';

/** A way to give orders to a model, by the rule that reports it. */
export interface Phrase {
  readonly rule: 'instruction-override' | 'prompt-extraction' | 'chat-markup' | 'exfiltration-verb';
  readonly pattern: RegExp;
}

const of = (rule: Phrase['rule'], source: string, flags = 'gi'): Phrase => ({
  rule,
  pattern: new RegExp(source, flags),
});

/** What an order is set aside for: what the model was told before. */
const TOLD =
  '(?:instructions?|prompts?|rules|guidelines?|directives?|directions?|constraints?|restrictions?|programming|training|polic(?:y|ies)|safeguards?|guardrails?|safety|commands?|orders|context|checks?|messages|protocols?|security measures)';
const EARLIER =
  "(?:previous|prior|above|earlier|preceding|existing|original|initial|system|safety|security|default|core|ethical|developer'?s?|user'?s?|foregoing)";
const SET_ASIDE =
  "(?:ignore|ignoring|disregard|disregarding|forget|overrid(?:e|ing)|overrule|bypass|bypassing|circumvent|suspend|do not follow|don't follow|stop following|discard|abandon|violate|neglect|skip)";

/** Phrases that have no other use in the definition of a tool. */
export const PHRASES: readonly Phrase[] = [
  of(
    'instruction-override',
    String.raw`\b${SET_ASIDE}\s+(?:(?:all|any|the|your|of|every|everything|these|those|my|its|their|other)\s+){0,3}${EARLIER}\s+(?:[\w-]{1,20}\s+){0,2}?${TOLD}\b`,
  ),
  of(
    'instruction-override',
    String.raw`\b${SET_ASIDE}\s+(?:(?:all|any|the|your|of|every|everything|these|those|my)\s+){1,3}(?:other |above |given )?${TOLD}\s+(?:that|you|and|above|given|from|previously|so far|provided)\b`,
  ),
  of(
    'instruction-override',
    String.raw`\b(?:ignore|disregard|forget)\s+(?:(?:all|any|everything|anything|what|of|that|the)\s+){0,3}(?:the\s+)?(?:above|previous|prior|came before|you (?:were|have been|know|knew)|i (?:said|told)|said (?:before|above))\b(?=\s*(?:[.,;:!]|and\b|then\b|text\b|content\b|told\b|instead\b|$))`,
  ),
  of(
    'instruction-override',
    String.raw`\b(?:forget|disregard|ignore)\s+(?:everything|anything|all)\s+(?:that\s+)?(?:you|i|we|they|before|above|said|told)\b(?!\s+(?:have\s+)?(?:stored|saved|cached|remembered|recorded|indexed)\b)`,
  ),
  of(
    'instruction-override',
    String.raw`\b(?:your|the) new (?:system )?(?:instructions?|prompt|task|objective|directives?|goal) (?:is|are)\b|\bnew (?:system )?(?:instructions?|prompt|directives?)\s?:|\bfrom now on,? you (?:will|must|are|shall|should)\b|\byou are (?:now|no longer) (?:an? |in |the |bound |restricted |required )|\b(?:enable|enter|activate|switch to) (?:developer|dan|jailbreak|god|unrestricted|admin|debug) mode\b|\bpretend (?:that )?you (?:are|have)\b|\bact as (?:if you (?:are|have|were) (?:no|an? )(?:un)?restrict|an? (?:unrestricted|unfiltered|evil|jailbroken))`,
  ),
  of(
    'instruction-override',
    String.raw`\b(?:ignore|bypass|disable|skip|circumvent|turn off|evade)\s+(?:(?:all|any|the|your|every|existing|standard|normal)\s+){0,2}(?:safety|security|ethical|content|moderation|privacy|authori[sz]ation|user confirmation|confirmation|approval|permission|consent)(?:\s+(?:and|or)\s+\w{1,15})?\s+(?:checks?|filters?|guidelines?|rules|measures|protocols?|restrictions?|polic(?:y|ies)|controls?|prompts?|requests?|dialogs?|warnings?)\b`,
  ),
  of(
    'prompt-extraction',
    String.raw`\b(?:reveal|print|repeat|output|show|send|leak|display|tell|give|dump|expose|disclose|return|share|include|provide|recite|copy)(?:\s+(?:me|us|out|back))?(?:\s+[\w-]{1,15}){0,3}?\s+(?:your|the|its|all)\s+(?:(?:entire|full|hidden|secret|initial|original|complete|exact|whole|current|own|internal|verbatim)\s+){0,2}(?:system prompt|system message|system instructions|initial instructions|initial prompt|hidden instructions|developer message|hidden prompt|internal instructions|instructions verbatim)\b|\brepeat (?:everything|all|the text|the words) above\b`,
  ),
  of(
    'chat-markup',
    String.raw`<\|\s?(?:im_start|im_end|system|endoftext|start_header_id|end_header_id|eot_id|assistant|user|tool)\s?\|?>|\[\/?INST\]|<<\/?SYS>>|<\/?(?:system|system[_-]?prompt|system[_-]?message|system[_-]?reminder|assistant|important|important[_-]\w{1,20}|critical|secret|hidden|priority|mandatory|override|admin|instructions? (?:to|for)[^>]{0,30}|hidden[_-]\w{1,20}|secret[_-]\w{1,20}|sys)>|(?:^|\n|\s)#{2,6} ?(?:system|instructions?|new instructions?|system (?:prompt|message|override))(?: prompt)?\s?:|\[(?:system|sys|admin|developer|hidden|secret|override|system (?:prompt|message|override|instruction|note|directive)s?|(?:hidden|secret|internal|system) (?:instruction|directive|command|note)s?)\s?(?:\]|:)|(?:^|\n)\s{0,20}system (?:prompt|message|override|instruction|note|directive)s?\s?:`,
  ),
  of(
    'exfiltration-verb',
    String.raw`\b(?:exfiltrat|steal)(?:e|es|ing|s)?\b(?:\s+[\w'~/.-]{1,40}){0,6}?\s+(?:${PRIVATE_FILE}|${PRIVATE_THING}|${CONVERSATION}|data|files?|information|contents?|keys?)|\bexfiltrat(?:e|es|ing)\s+(?:all|any|every|the|your|their|~|\/)`,
  ),
];

const PERSON =
  '(?:users?|humans?|operators?|customers?|anyone|anybody|end[- ]users?|people|owners?|developers?)';
const NOT =
  "(?:do not|don't|never|without|avoid|must not|should not|shouldn't|mustn't|refrain from|may not|cannot|not)";
const TELL =
  '(?:tell(?:ing)?|mention(?:ing)?|inform(?:ing)?|reveal(?:ing)?|notify(?:ing)?|alert(?:ing)?|disclos(?:e|ing)|warn(?:ing)?|acknowledg(?:e|ing)|report(?:ing)?|communicat(?:e|ing)|talk(?:ing)? (?:to|about)|discuss(?:ing)?|expos(?:e|ing))';
const THIS = String.raw`(?:this|that|it|these|those|anything|any of (?:this|it|these)|about (?:this|that|it|these|any)|(?:the|your|any) (?:above|existence|step|process|instructions?|fact|action|operation|file|read(?:ing)?|access|side ?note|content|check|verification|requirement|procedure|background|data collection|modification|change|redirect)\w{0,3})`;

/** An order to keep an action from the person that the model works for. */
export const CONCEALS_ACTION = new RegExp(
  [
    String.raw`\b${NOT}\s+(?:ever\s+|explicitly\s+|also\s+|directly\s+)?${TELL}\s+(?:to\s+)?(?:the |any |your |a )?${PERSON}\b`,
    String.raw`\b${NOT}\s+(?:ever\s+|explicitly\s+|also\s+|directly\s+)?(?:${TELL}|show(?:ing)?|explain(?:ing)?|display(?:ing)?|say(?:ing)?)\s+(?:[\w'-]{1,20}\s+){0,2}?${THIS}(?:\s+[\w'-]{1,20}){0,6}?\s+(?:to|with|from)\s+(?:the |any |your )?${PERSON}\b`,
    String.raw`\b(?:do not|don't|never|must not|without)\s+(?:ever\s+)?(?:mention(?:ing)?|reveal(?:ing)?|disclos(?:e|ing)|acknowledg(?:e|ing)|talk(?:ing)? about|discuss(?:ing)?)\s+(?:that|this|it\b|any of|these)(?:\s+[\w'-]{1,20}){0,3}?`,
    String.raw`\bkeep\s+(?:this|it|these|that|everything|the \w{1,20})(?:\s+\w{1,15}){0,3}?\s+(?:secret|hidden|confidential|to yourself|invisible)\b`,
    String.raw`\b(?:covertly|secretly|stealthily|surreptitiously)\b`,
    String.raw`\bwithout\s+(?:the\s+|any\s+)?(?:user|human|operator|person|customer|owner)(?:'s)?\s+(?:knowledge|consent|awareness|noticing|knowing|(?:being|becoming) (?:aware|told|notified|informed))\b`,
    String.raw`\b(?:hide|conceal|omit)\b[^.!?\n]{0,60}?\bfrom\s+(?:the\s+|your\s+)?(?:user|human|response|logs?|operator|summary|conversation|final)\b`,
    String.raw`\b${PERSON}\s+(?:must|should|does|do|need|will|may)\s?(?:not|n't|never)\s+(?:need to\s+)?(?:know|be (?:told|informed|aware|notified|shown|made aware)|notice|find out|learn)\b`,
  ].join('|'),
  'gi',
);

/** As {@link CONCEALS_ACTION}, with words that say less: they count only next to private data. */
export const CONCEALS = new RegExp(
  String.raw`${CONCEALS_ACTION.source}|\b(?:silently|quietly|discreetly|invisibly|in the background|behind the scenes|transparently)\b|\b${NOT}\s+(?:show|display|ask|explain|prompt)\w{0,3}\b[^.!?\n]{0,50}?\b${PERSON}\b`,
  'i',
);

/** A text without any of these words is not read by the rules on text: nearly all texts of real servers. */
export const MAY_MATTER =
  /\b(?:ignor|disregard|forget|overrid|bypass|circumvent|disabl|skip|suspend|evade|instruction|prompt|exfil|steal|attacker|silent|covert|secret|stealth|conceal|hid(?:e|den)|without|never|not |don't|n't|keep |password|passcode|credential|token|cookie|key|\.ssh|\.aws|\.env|id_rsa|conversation|chat|dialog|history|transcript|environment|external|remote|third|https?:|@|endpoint|webhook|must|always|before|after|when|instead|deprecat|replac|redirect|pretend|from now|you are|mode|personal|private|sensitive|confidential|internal|background|behind|tools\b)|[~/.]\w*(?:ssh|aws|passwd|shadow|env|netrc|npmrc|gnupg|kube)|id_(?:rsa|ed)|<[|a-z!]|\[\/?[a-z]{3}|##|mcp\.json|keychain|wallet/i;
