import { isCollection, isPair, type Pair } from 'yaml';

/** A node with its place: its start, its end, and its end with what belongs to it. */
export type Ranged = { readonly range?: readonly [number, number, number] | null };

/** Returns the text with a part of it replaced. */
export function splice(text: string, start: number, end: number, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

/** Returns the start of a node, or of the key of a pair; 0 if there is none. */
export function startOf(node: Ranged | Pair<Ranged, unknown> | undefined): number {
  if (isPair(node)) return startOf(node.key as Ranged);
  return (node as Ranged | undefined)?.range?.[0] ?? 0;
}

/** Returns the end of a node, without the blanks, comments and line ends after it. */
export function endOf(node: unknown): number {
  if (isPair(node)) {
    const { key, value } = node as Pair<Ranged, Ranged>;
    return value ? endOf(value) : endOf(key);
  }
  if (isCollection(node) && !node.flow && node.items.length > 0) return endOf(node.items.at(-1));
  return (node as Ranged | undefined)?.range?.[1] ?? 0;
}

/** Returns the start of the line of an offset. */
export function lineStart(text: string, offset: number): number {
  return text.lastIndexOf('\n', offset - 1) + 1;
}

/** Returns how many characters are before an offset on its line. */
export function columnOf(text: string, offset: number): number {
  return offset - lineStart(text, offset);
}

/** Returns the start of the line after an offset, or the offset itself if it begins a line, as after a block scalar. */
export function afterLineOf(text: string, offset: number): number {
  if (text[offset - 1] === '\n') return offset;
  const next = text.indexOf('\n', offset);
  return next === -1 ? text.length : next + 1;
}
