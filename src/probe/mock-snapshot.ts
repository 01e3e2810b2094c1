import type { ListedTool } from '../artifacts/tool-catalog/model.ts';
import type { SchemaCheck } from '../assertions/json-schema.ts';
import type { MockResponse, MockTool } from './mock-model.ts';
import { sampleOf } from './sample.ts';

/** A tool of a snapshot: offered as it is listed, and answering with a sample. */
export async function toolOfSnapshot(tool: ListedTool): Promise<MockTool> {
  const inputSchema = tool.inputSchema ?? { type: 'object' };
  return {
    name: tool.name,
    listed: { ...tool, inputSchema },
    checkArguments: await checkOf(inputSchema),
    response: await sampleResponse(tool.outputSchema),
  };
}

/** Arguments are not checked against a schema that cannot be used. */
async function checkOf(schema: unknown): Promise<SchemaCheck> {
  const check = await compileToolSchema(schema);
  return typeof check === 'function' ? check : () => undefined;
}

/** Makes the schema of a tool ready. */
export async function compileToolSchema(schema: unknown) {
  const [{ compileForeignSchema }, { compileSchemaRegex }] = await Promise.all([
    import('../assertions/json-schema.ts'),
    import('../assertions/regex.ts'),
  ]);
  return compileForeignSchema(schema, compileSchemaRegex);
}

/** What a tool answers for which nobody has written an answer: structured content that its output schema accepts. */
export async function sampleResponse(outputSchema: unknown): Promise<MockResponse> {
  if (outputSchema === undefined) return result('ok', undefined);
  const sample = await sampleOf(outputSchema);
  if ('cannot' in sample) {
    return { kind: 'none', reason: `the output schema gives no sample: ${sample.cannot}` };
  }
  return result(JSON.stringify(sample.value), sample.value);
}

function result(text: string, structured: unknown): MockResponse {
  return {
    kind: 'result',
    content: { kind: 'literal', value: [{ type: 'text', text }] },
    structured: structured === undefined ? undefined : { kind: 'literal', value: structured },
    isError: false,
  };
}
