import { sampleOf } from '../../arguments/sample.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import { lenientCheckOf } from '../../mcp/tool-schema.ts';
import type { MockResponse, MockTool } from './mock-model.ts';

/** Returns a mock tool for a tool of a snapshot. It is listed unchanged and answers with a sample. */
export async function toolOfSnapshot(tool: ListedTool): Promise<MockTool> {
  const inputSchema = tool.inputSchema ?? { type: 'object' };
  return {
    name: tool.name,
    listed: { ...tool, inputSchema },
    checkArguments: await lenientCheckOf(inputSchema),
    response: await sampleResponse(tool.outputSchema),
  };
}

/** Returns the answer of a tool without a written one: structured content that its output schema accepts, or `ok`. */
export async function sampleResponse(outputSchema: unknown): Promise<MockResponse> {
  if (outputSchema === undefined) return result('ok', undefined);
  const sample = await sampleOf(outputSchema);
  if ('cannot' in sample) {
    return { kind: 'none', reason: `no sample can be generated for the output schema: ${sample.cannot}` };
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
