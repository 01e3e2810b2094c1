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
  return ACTIONS.some((action) => action.test(text));
}
