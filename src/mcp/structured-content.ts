import { compileToolSchema } from './tool-schema.ts';

/** Says why the structured content of a result does not fit the output schema of its tool; undefined if it does, or there is none. */
export async function schemaMismatch(outputSchema: unknown, content: unknown): Promise<string | undefined> {
  if (outputSchema === undefined || outputSchema === null) return undefined;
  if (content === undefined)
    return 'the tool has an output schema, but the answer contains no structuredContent';
  const check = await compileToolSchema(outputSchema);
  if (typeof check !== 'function') return `the output schema cannot be used: ${check.message}`;
  const fault = check(content);
  return fault === undefined ? undefined : `structuredContent: ${fault}`;
}
