import { holdsCall } from './holds-call.ts';

/**
 * Texts through which an agent without tool calls acts: a fenced command, a call as an element, a call as JSON, or the
 * words of ReAct.
 */
const ACTIONS: readonly RegExp[] = [
  /^[ \t]*(```|~~~)[ \t]*(bash|sh|shell|zsh|console|powershell|pwsh|cmd|mswea_bash_command|tool_code|tool_call|action|execute)[ \t]*$/im,
  /<(function|function_calls?|tool_calls?|tool_use|tool|invoke|antml:invoke|action|execute_[a-z]+|use_mcp_tool)\b[^<>]{0,200}>/i,
  /<([a-z]+(?:_[a-z]+)+)>\s*<([a-z_]+)>/,
  /\[TOOL_CALLS?\]|<\|(tool_call|python_tag|channel)[^|]{0,40}\|>|<｜tool/i,
  /^[ \t]*Action[ \t]*:[^\n]+\n[ \t]*Action Input[ \t]*:/im,
  /^\s*\{\s*"(commands|tool_calls?|tool_name|function_call)"\s*:\s*["[{]/,
  /^\s*\{\s*"(tool|action|function|name)"\s*:\s*"[^"]{1,200}"\s*,\s*"(action_?input|args|arguments|parameters|params|input|kwargs|tool_?input)"\s*:/i,
];

/**
 * Whether a text of an agent is an action rather than an answer. Only texts of recordings without any call are asked.
 *
 * Spec (recordings): "One rule against silent loss".
 */
export function actsInText(text: string): boolean {
  return ACTIONS.some((action) => action.test(text)) || fencesIn(text).some((code) => holdsCall(code));
}

/** Around the fence of a call there is hardly more than a sentence; around an example there is a text about it. */
const MOST_WORDS = 300;

/**
 * Whether a text of an agent is the JSON of a call, or ends with it in a fence. Such a call was asked for even where
 * others are recorded as calls.
 */
export function isWrittenCall(text: string): boolean {
  if (holdsCall(text)) return true;
  const [code, ...others] = fencesIn(text);
  if (code === undefined || others.length > 0) return false;
  return text.length - code.length < MOST_WORDS && text.trimEnd().endsWith('```') && holdsCall(code);
}

/** The code between fences that may be JSON. */
function fencesIn(text: string): string[] {
  if (!text.includes('```')) return [];
  const parts = text.split('```');
  return parts.flatMap((part, index) => {
    const code = /^(json[c5]?)?[ \t]*\n/i.exec(part);
    return index % 2 === 1 && code ? [part.slice(code[0].length)] : [];
  });
}
