import { compileToolSchema } from '../../mcp/tool-schema.ts';
import { isObject } from '../../values/own-property.ts';

type Check = Awaited<ReturnType<typeof compileToolSchema>>;

/** The checks of the schemas of one process: a suite calls the same tool again and again. */
const compiled = new WeakMap<object, Promise<Check>>();

/**
 * Returns how structured content breaks the output schema of its tool; undefined when it holds. A schema that cannot be
 * used is named: it never passes silently.
 */
export async function outputSchemaFault(schema: unknown, content: unknown): Promise<string | undefined> {
  if (content === undefined) {
    return 'structuredContent: found nothing, expected what the `outputSchema` of the tool declares';
  }
  const check = await checkOf(schema);
  if (typeof check !== 'function') return `the \`outputSchema\` of the tool cannot be used: ${check.message}`;
  const fault = check(content);
  return fault === undefined
    ? undefined
    : `structuredContent breaks the \`outputSchema\` of the tool: ${fault}`;
}

function checkOf(schema: unknown): Promise<Check> {
  if (!isObject(schema)) return compileToolSchema(schema);
  let check = compiled.get(schema);
  if (!check) {
    check = compileToolSchema(schema);
    compiled.set(schema, check);
  }
  return check;
}
