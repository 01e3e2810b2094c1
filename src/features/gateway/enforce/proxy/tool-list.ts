import { elementsOf, membersOf, type TextPart } from '../../../../documents/json-parts.ts';
import { isObject } from '../../../../values/own-property.ts';

/**
 * Returns the answer to `tools/list` without the tools that are hidden. Everything else stays as the server wrote it.
 * @param text the answer, a JSON object
 */
export function withoutTools(text: string, isHidden: (name: string) => boolean): string {
  const result = partIn(text, { start: 0, end: text.length }, 'result');
  const tools = result && partIn(text, result, 'tools');
  if (!tools || text.charAt(tools.start) !== '[') return text;
  const list = text.slice(tools.start, tools.end);
  const written = elementsOf(list).map(({ start, end }) => list.slice(start, end));
  const kept = written.filter((tool) => !isHidden(nameOf(tool)));
  if (kept.length === written.length) return text;
  return `${text.slice(0, tools.start)}[${kept.join(',')}]${text.slice(tools.end)}`;
}

function partIn(text: string, { start, end }: TextPart, key: string): TextPart | undefined {
  if (text.slice(start, end).trimStart().charAt(0) !== '{') return undefined;
  const part = membersOf(text.slice(start, end))?.get(key);
  return part && { start: start + part.start, end: start + part.end };
}

function nameOf(tool: string): string {
  const value: unknown = JSON.parse(tool);
  return isObject(value) && typeof value.name === 'string' ? value.name : '';
}
