import { replaceUnsafe } from '../text/escape-terminal.ts';
import { scalarText } from '../values/scalar-text.ts';
import { toYamlText } from './yaml-flow.ts';

/**
 * Writes a JSON value as YAML that reads well in a diff: a line for each member, and texts of several lines as they are.
 * Every character that could change how the file is displayed is escaped.
 * @param indent how many spaces are in front of each line
 */
export function toYamlBlock(value: unknown, indent = 0): string {
  return `${lines(value)
    .map((line) => (line === '' ? '' : ' '.repeat(indent) + line))
    .join('\n')}\n`;
}

function lines(value: unknown): string[] {
  if (Array.isArray(value) && value.length > 0) {
    return value.flatMap((item) => entry('-', item));
  }
  if (isFilled(value)) {
    return Object.entries(value).flatMap(([key, member]) => entry(`${keyText(key)}:`, member));
  }
  return [scalar(value)];
}

/** Returns the lines of an item or a member: on one line with its mark if it is a scalar. */
function entry(mark: string, value: unknown): string[] {
  if (typeof value === 'string' && isLiteral(value)) {
    // a text that ends its last line keeps just that end, whatever empty lines follow in the file
    const ends = value.endsWith('\n');
    const body = ends ? value.slice(0, -1) : value;
    return [`${mark} |2${ends ? '' : '-'}`, ...body.split('\n').map(indented)];
  }
  const inner = lines(value);
  if (inner.length === 1 && !isFilled(value) && !(Array.isArray(value) && value.length > 0)) {
    return [`${mark} ${inner[0]}`];
  }
  if (mark === '-') return inner.map((line, index) => (index === 0 ? `- ${line}` : indented(line)));
  return [mark, ...inner.map(indented)];
}

function indented(line: string): string {
  return line === '' ? '' : `  ${line}`;
}

function scalar(value: unknown): string {
  if (typeof value === 'string') return toYamlText(value);
  if (Array.isArray(value)) return '[]';
  return typeof value === 'object' && value !== null ? '{}' : scalarText(value);
}

function isFilled(value: unknown): value is Record<string, unknown> {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length > 0
  );
}

function keyText(key: string): string {
  // a plain word could be read as another type: `null`, `true`
  return /^[A-Za-z_][\w-]*$/.test(key) && !/^(null|true|false)$/i.test(key) ? key : toYamlText(key);
}

/** Whether a text of several lines can be written line by line, so that it is read as it was. */
function isLiteral(text: string): boolean {
  const [first = '', ...others] = text.split('\n');
  const isLong = first.trim() !== '' && others.some((line) => line.trim() !== '');
  // empty lines at the end would be lost, or joined with those of the file
  return (
    isLong &&
    !text.endsWith('\n\n') &&
    [first, ...others].every((line) => replaceUnsafe(line, () => '?') === line)
  );
}
