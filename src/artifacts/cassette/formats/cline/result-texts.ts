import { isObject } from '../../../../values/own-property.ts';
import { jsonIn } from '../../json-in.ts';

/** A result that Cline wrote as text in a message of the user. */
export interface ResultText {
  readonly name: string;
  readonly text: string;
  readonly is_error: boolean;
}

/** The results and the other text of a message of the user. */
export interface UserTexts {
  readonly results: readonly ResultText[];
  readonly text: string;
}

/** The head of a result: `[read_file for 'a.txt'] Result:`. What the tool answered follows it. */
const HEAD = /^\[([\w-]+)(?: [^\n]*)?\] Result:[ \t]*\n?/;

/** How Cline and Roo say that a call failed, was denied, or was not run because another one was denied. */
const FAILED = [
  /^The tool execution failed with the following error:/,
  /^The user denied this operation/,
  /^(Tool|Skipping tool) \[[^\n]*\] (was not executed because|due to user rejecting)/,
  /^\s*\{\s*"status"\s*:\s*"(error|denied)"/,
  /^\[ERROR\]/,
  /^Command failed with exit code /,
  /^Command executed in terminal [^\n]* (Command execution was not successful|Process terminated by signal)/,
  /^Unable to apply diff to file: /,
];

/** The tag before a text that the program adds to a message of the user. */
const OF_PROGRAM =
  /<(environment_details|explicit_instructions|hook_context|editor_context|reminder)\b[^<>]*>/g;

/** A text of its own that the program wrote: about its list of tasks, about a reply without a call, or on going on. */
const WRITTEN_BY_PROGRAM =
  /^\s*(# (task_progress|TODO LIST)\b|\[ERROR\] You did not use a tool\b|\[TASK RESUMPTION\])/;

/** Tags around what the user wrote. */
const AROUND_USER = /<\/?(task|feedback|answer|user_message|user_input)( mode="\w+")?>/g;

/** Splits the texts of a message of the user: the answer to a call is its head, and the texts up to the next head. */
export function splitUserTexts(texts: readonly string[]): UserTexts {
  const results: { name: string; texts: string[] }[] = [];
  const others: string[] = [];
  for (const text of texts) {
    const head = HEAD.exec(text);
    const last = results.at(-1);
    if (head) {
      const [whole, name = ''] = head;
      results.push({ name, texts: whole.length === text.length ? [] : [text.slice(whole.length)] });
    } else if (last && last.texts.length === 0) last.texts.push(text);
    else others.push(text);
  }
  return {
    results: results.map(({ name, texts: [text = ''] }) => ({ name, text, is_error: saysFailed(text) })),
    text: others
      .map(textOfUser)
      .filter((text) => text !== '')
      .join('\n\n'),
  };
}

/** Whether the text of a result says that the call failed or was denied. */
export function saysFailed(text: string): boolean {
  return FAILED.some((pattern) => pattern.test(text));
}

/** What the user wrote, without what the program added. */
function textOfUser(text: string): string {
  if (WRITTEN_BY_PROGRAM.test(text) && !text.includes('<user_message>')) return '';
  return withoutTextsOfProgram(text).replaceAll(AROUND_USER, '').trim();
}

/** Looks for the end of each tag only once: a text may open ten thousand that it never closes. */
function withoutTextsOfProgram(text: string): string {
  const unclosed = new Set<string>();
  let kept = '';
  let from = 0;
  for (const { 0: opening, 1: name = '', index } of text.matchAll(OF_PROGRAM)) {
    if (index < from || unclosed.has(name)) continue;
    const closing = `</${name}>`;
    const end = text.indexOf(closing, index + opening.length);
    if (end === -1) {
      unclosed.add(name);
      continue;
    }
    kept += text.slice(from, index);
    from = end + closing.length;
  }
  return kept + text.slice(from);
}

/** The tool that a result is of, if a text is one. */
export function toolOfResult(text: string): string | undefined {
  return HEAD.exec(text)?.[1];
}

/** Whether the head of a result names a tool, in full or by the end of its name: `[subagents]` is of `use_subagents`. */
export function isHeadOf(head: string, tool: string): boolean {
  return tool === head || tool.endsWith(`_${head}`);
}

/** Whether a part of a result failed: a call may run several commands, each with its result. One part may be JSON text. */
export function hasFailedPart(content: unknown): boolean {
  const parts =
    typeof content === 'string' ? [content.startsWith('{') ? jsonIn(content) : undefined] : content;
  return Array.isArray(parts) && parts.some((part) => isObject(part) && part.success === false);
}
