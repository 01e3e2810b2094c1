import { isObject, own } from '../values/own-property.ts';

/** The member of a property's schema that names the header in which a call repeats its value. */
const DECLARED = 'x-mcp-header';

/** A name that a header may have. */
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,200}$/;

/** What a header can carry as it is. Blanks at its ends would be lost. */
const PLAIN = /^[\t\x20-\x7e]+$/;

const [BASE64, END] = ['=?base64?', '?='];

/**
 * Returns a text as a header of the protocol without a handshake carries it: as it is, or in base64.
 * MCP 2026-07-28: "Streamable HTTP", "Value Encoding".
 */
export function headerValue(text: string): string {
  if (PLAIN.test(text) && text === text.trim() && !(text.startsWith(BASE64) && text.endsWith(END)))
    return text;
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte));
  return BASE64 + btoa(bytes.join('')) + END;
}

/**
 * Returns the headers that repeat arguments of a call over HTTP, as the schema of the tool declares them. Only properties that
 * are reached through other properties can declare one. MCP 2026-07-28: "Streamable HTTP", "Custom Headers from Tool
 * Parameters".
 * @param inputSchema that of the tool, as a stranger wrote it, nested at most as deep as input may be
 */
export function mirroredHeaders(inputSchema: unknown, args: unknown): Record<string, string> {
  const headers: Record<string, string> = {};
  const properties = isObject(inputSchema) ? own(inputSchema, 'properties') : undefined;
  if (!isObject(properties) || !isObject(args)) return headers;
  for (const [key, schema] of Object.entries(properties)) {
    const value = own(args, key);
    const name = isObject(schema) ? own(schema, DECLARED) : undefined;
    const text = textOf(value);
    if (typeof name === 'string' && TOKEN.test(name) && text !== undefined) {
      headers[`Mcp-Param-${name}`] = headerValue(text);
    }
    Object.assign(headers, mirroredHeaders(schema, value));
  }
  return headers;
}

/** Only texts, whole numbers that are exact, other numbers and truth values can be repeated. */
function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean') return value ? 'true' : 'false';
  if (typeof value !== 'number' || (Number.isInteger(value) && !Number.isSafeInteger(value)))
    return undefined;
  return JSON.stringify(value);
}
