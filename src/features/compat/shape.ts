import { readJson } from '../../documents/read-json.ts';

/** The shape of a response: `text` for prose, else the types of a JSON document. */
export type Shape =
  | string
  | { readonly fields: ReadonlyMap<string, Shape> }
  | { readonly elements: readonly Shape[] };

/** Returns the shape of a final response; `none` where there is none. */
export function shapeOf(response: string | undefined): Shape {
  if (response === undefined) return 'none';
  const text = unfenced(response.trim());
  if (!text.startsWith('{') && !text.startsWith('[')) return 'text';
  const read = readJson(text);
  return read.fault ? 'text' : shapeOfValue(read.value);
}

/** The content of a code block, as models like to write a document; any other text as it is. */
function unfenced(text: string): string {
  const start = text.indexOf('\n');
  const isFenced = text.startsWith('```') && text.endsWith('\n```') && start < text.length - 4;
  return isFenced && ['', 'json'].includes(text.slice(3, start).trim()) ? text.slice(start, -3).trim() : text;
}

function shapeOfValue(value: unknown): Shape {
  if (value === null) return 'null';
  if (typeof value !== 'object') return typeof value;
  if (!Array.isArray(value)) {
    return { fields: new Map(Object.entries(value).map(([key, member]) => [key, shapeOfValue(member)])) };
  }
  const elements: Shape[] = [];
  for (const each of value) {
    const shape = shapeOfValue(each);
    if (!elements.some((known) => covers(known, shape) && covers(shape, known))) elements.push(shape);
  }
  return { elements };
}

/** Whether a shape has everything that another has. Additional fields are no difference for those who read the old ones. */
export function covers(shape: Shape, other: Shape): boolean {
  if (typeof shape === 'string' || typeof other === 'string') return shape === other;
  if ('fields' in other) {
    if (!('fields' in shape)) return false;
    return [...other.fields].every(([key, member]) => {
      const mine = shape.fields.get(key);
      return mine !== undefined && covers(mine, member);
    });
  }
  if (!('elements' in shape)) return false;
  return (
    other.elements.length === 0 ||
    shape.elements.every((mine) => other.elements.some((theirs) => covers(mine, theirs)))
  );
}
