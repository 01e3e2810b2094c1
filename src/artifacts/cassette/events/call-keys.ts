/** Keys that name a tool, without separators and in lower case. */
const NAME_KEYS: ReadonlySet<string> = new Set([
  ...['name', 'tool', 'toolname', 'toolid', 'function', 'functionname', 'fn', 'fnname'],
  ...['action', 'recipient', 'recipientname', 'command', 'commandname'],
]);

/** Keys of arguments, without separators and in lower case. */
const ARGS_KEYS: ReadonlySet<string> = new Set([
  ...['args', 'arguments', 'argumentstext', 'input', 'inputs', 'params', 'parameters', 'kwargs', 'payload'],
  ...['toolinput', 'toolargs', 'toolarguments', 'toolparams', 'toolkwargs', 'rawinput', 'rawarguments'],
  ...['functionargs', 'functionarguments', 'actioninput', 'inputjson', 'argsjson', 'partialjson'],
  ...['argumentsjson', 'paramsjson', 'parametersjson'],
]);

/** Keys that name a tool in some formats, and something else in others. */
const RARE_NAME_KEYS: ReadonlySet<string> = new Set(['method', 'skill', 'api', 'op', 'operation']);

/** Keys of arguments in some formats, and of something else in others. */
const RARE_ARGS_KEYS: ReadonlySet<string> = new Set(['with', 'body']);

/** Keys of calls and of lists of calls, without separators and in lower case. */
const CALL_KEY = /^(invalid)?(tool|function|mcp)s?(call|use|invocation|request)s?$/;

/** Keys of tools that were used, in words that no format has. */
const USED_KEY =
  /^((used|called|invoked|executed)(tools?|functions?)|(tools?|functions?)(used|called|invoked|executed|run|runs|log|history|trace|steps?|actions?|events|executions?|usages?|activity))$/;

/** Keys of what was done, which may be calls. */
const DONE_KEY =
  /^((executed|performed)?actions?(taken|log|history|performed)?|steps?(taken)?|invocations?|calls?|(executed)?commands(run|executed)?|executions?|operations?)$/;

/**
 * Keys of settings, of facts about the run, and of definitions of tools, without separators and in lower case. A name next
 * to parameters is no call there.
 */
const SETTING_KEY = new RegExp(
  `^(${[
    ...['.*metadata', 'meta', '.*config', 'configs', 'configuration', 'settings?', '.*options', 'env'],
    ...['environment', 'agents?', 'agentinfo', 'solvers?', 'scorers?', 'graders?', 'judges?', 'evaluators?'],
    ...['dataset', 'hyperparameters', 'model(args|parameters)', 'tasks?', 'plugins?', 'middlewares?'],
    ...['(available|all|agent|enabled)?tools', 'functions', '(genai)?tool(definition|schema|spec)s?'],
    ...['function(declaration|definition)s?', 'tooldefs'],
  ].join('|')})$`,
  's',
);

/** Keys of what a run was expected to do, which other programs keep next to what it did. */
const EXPECTED_KEY = /^(expected|expect|groundtruth|reference|golden|gold|ideal|target|example)/;

/** The keys of parts of a call are no longer. */
const LONGEST_KEY = 24;

/** Whether a key is that of a part of a call in most formats, or means something else as often. */
export type Likeness = 'common' | 'rare';

/** What a key says of its value. */
export interface KeyFacts {
  /** The name of a tool. */
  readonly name: Likeness | undefined;
  /** The arguments of a call. */
  readonly args: Likeness | undefined;
  /** Calls, in any shape. */
  readonly isOfCalls: boolean;
  /** Tools that were used, or what was done in any way: what has the name of a tool there may be a call. */
  readonly isOfDeeds: 'used' | 'done' | undefined;
  /** What should have been done, not what was done. */
  readonly isExpectation: boolean;
  /** Settings or definitions. */
  readonly isSetting: boolean;
}

/** The keys of a recording are few, and each is met thousands of times. */
const MOST_KEPT = 2000;
const kept = new Map<string, KeyFacts>();

/** Returns what a key says of its value, in any spelling. */
export function factsOfKey(key: string): KeyFacts {
  const known = kept.get(key);
  if (known) return known;
  const word = wordOf(key);
  const isShort = key.length <= LONGEST_KEY;
  const facts: KeyFacts = {
    name: isShort ? likenessOf(word, NAME_KEYS, RARE_NAME_KEYS) : undefined,
    args: isShort ? likenessOf(word, ARGS_KEYS, RARE_ARGS_KEYS) : undefined,
    isOfCalls: isShort && CALL_KEY.test(word),
    isOfDeeds: !isShort ? undefined : USED_KEY.test(word) ? 'used' : DONE_KEY.test(word) ? 'done' : undefined,
    isExpectation: EXPECTED_KEY.test(word),
    isSetting: SETTING_KEY.test(word),
  };
  if (kept.size < MOST_KEPT) kept.set(key, facts);
  return facts;
}

/** Removes separators from a key: `toolCalls`, `tool_calls` and `tool-calls` are one word. */
export function wordOf(key: string): string {
  return key.replaceAll(/[-_. ]/g, '').toLowerCase();
}

function likenessOf(
  word: string,
  common: ReadonlySet<string>,
  rare: ReadonlySet<string>,
): Likeness | undefined {
  if (common.has(word)) return 'common';
  return rare.has(word) ? 'rare' : undefined;
}
