import type { ValuePath } from '../../../diagnostic.ts';
import type { Found, RuleTable } from '../core/rule.ts';

const REVIEW = 'read what changed; then accept it with --update-pins, or stay with the version that you know';

/** Rules on what changed since it was pinned. Spec (scanning): "`mcptest security`: a scan of what a server says of itself", Pins. */
export const PIN_RULES = {
  'pin-description': {
    severity: 'high',
    family: 'pins',
    surface: 'descriptions of tools',
    title: 'has a different description than when it was pinned',
    why: 'a server that was honest when you looked can send a different text today: a rug pull',
    fix: REVIEW,
  },
  'pin-parameter-text': {
    severity: 'high',
    family: 'pins',
    surface: 'input schemas of tools',
    title: 'describes a parameter differently than when it was pinned',
    why: 'the model reads the descriptions of parameters, too',
    fix: REVIEW,
  },
  'pin-copies': {
    severity: 'high',
    family: 'pins',
    surface: 'tools of one name',
    title: 'is listed more or less often than when it was pinned, or another tool of its name has changed',
    why: 'a client may show or call any of them',
    fix: REVIEW,
  },
  'pin-hint': {
    severity: 'high',
    family: 'pins',
    surface: 'annotations of tools',
    title: 'has a different `readOnlyHint` or `destructiveHint` than when it was pinned',
    why: 'clients use it to decide whether to ask you',
    fix: REVIEW,
  },
  'pin-identity': {
    severity: 'high',
    family: 'pins',
    surface: 'the name of the server',
    title: 'calls itself by a different name than when it was pinned',
    why: 'another server may answer in its place',
    fix: REVIEW,
  },
  'pin-server-added': {
    severity: 'high',
    family: 'pins',
    surface: 'servers',
    title: 'is not in the lock',
    why: 'it was not compared with anything: the server is new, or changed its name',
    fix: REVIEW,
  },
  'pin-instructions': {
    severity: 'high',
    family: 'pins',
    surface: 'instructions of the server',
    title: 'has different instructions than when it was pinned',
    why: 'every model that uses the server reads them',
    fix: REVIEW,
  },
  'pin-prompt': {
    severity: 'high',
    family: 'pins',
    surface: 'prompts',
    title: 'differs from what was pinned',
    why: 'a prompt speaks to the model in your name',
    fix: REVIEW,
  },
  'pin-resource': {
    severity: 'high',
    family: 'pins',
    surface: 'resources and templates',
    title: 'differs from what was pinned',
    why: 'the model reads its description, and fetches what it names',
    fix: REVIEW,
  },
  'pin-title': {
    severity: 'medium',
    family: 'pins',
    surface: 'titles of tools',
    title: 'has a different title than when it was pinned',
    why: 'clients show you the title, not the name',
    fix: REVIEW,
  },
  'pin-parameter-added': {
    severity: 'medium',
    family: 'pins',
    surface: 'input schemas of tools',
    title: 'has a parameter that was not pinned',
    why: 'the model fills it in: it may ask for more than before',
    fix: REVIEW,
  },
  'pin-parameter-type': {
    severity: 'medium',
    family: 'pins',
    surface: 'input schemas of tools',
    title: 'has a parameter whose type, values or default changed since it was pinned',
    why: 'the same call may do something different',
    fix: REVIEW,
  },
  'pin-annotations': {
    severity: 'medium',
    family: 'pins',
    surface: 'annotations of tools',
    title: 'has different annotations than when it was pinned',
    why: 'clients rely on them',
    fix: REVIEW,
  },
  'pin-tool-added': {
    severity: 'medium',
    family: 'pins',
    surface: 'tools',
    title: 'was not pinned',
    why: 'nobody has looked at it yet; a renamed tool is one removed and one added',
    fix: REVIEW,
  },
  'pin-item-added': {
    severity: 'medium',
    family: 'pins',
    surface: 'prompts, resources and templates',
    title: 'was not pinned',
    why: 'nobody has looked at it yet',
    fix: REVIEW,
  },
  'pin-output-schema': {
    severity: 'low',
    family: 'pins',
    surface: 'output schemas of tools',
    title: 'has a different output schema than when it was pinned',
    why: 'programs that read the result may fail',
    fix: REVIEW,
  },
  'pin-parameter-removed': {
    severity: 'low',
    family: 'pins',
    surface: 'input schemas of tools',
    title: 'lacks a parameter that was pinned',
    why: 'calls that pass it may fail',
    fix: REVIEW,
  },
  'pin-tool-removed': {
    severity: 'low',
    family: 'pins',
    surface: 'tools',
    title: 'is pinned, but is no longer listed',
    why: 'calls to it fail; a renamed tool is one removed and one added',
    fix: REVIEW,
  },
  'pin-item-removed': {
    severity: 'low',
    family: 'pins',
    surface: 'prompts, resources and templates',
    title: 'is pinned, but is no longer listed',
    why: 'what uses it fails',
    fix: REVIEW,
  },
  'pin-version': {
    severity: 'low',
    family: 'pins',
    surface: 'the version of the server',
    title: 'has a different version than when it was pinned',
    why: 'it is a different release: what its tools do may have changed, too, and no list shows that',
    fix: REVIEW,
  },
  'pin-other': {
    severity: 'low',
    family: 'pins',
    surface: 'other members of tools',
    title: 'has different members, such as `_meta` or icons, than when it was pinned',
    why: 'few clients show them to the model, but some do',
    fix: REVIEW,
  },
} as const satisfies RuleTable;

/** The identifier of such a rule. */
export type PinRule = keyof typeof PIN_RULES;

/** Takes what changed: the rule, the place, and what it is about. */
export type PinReport = (
  rule: PinRule,
  path: ValuePath,
  more?: {
    readonly item?: Found['item'];
    /** Which part of the item, at the end of the message. */
    readonly part?: string;
    readonly evidence?: string | undefined;
    /** What it is now, as the lock would have it. */
    readonly digest?: string | undefined;
  },
) => void;
