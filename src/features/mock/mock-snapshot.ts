import { sampleOf } from '../../arguments/sample.ts';
import type { ListedTool } from '../../mcp/listed-tool.ts';
import { lenientCheckOf } from '../../mcp/tool-schema.ts';
import type { MockResponse, MockTool } from './mock-model.ts';

/** A tool of a snapshot: offered as it is listed, and answering with a sample. */
export async function toolOfSnapshot(tool: ListedTool): Promise<MockTool> {
  const inputSchema = tool.inputSchema ?? { type: 'object' };
  return {
    name: tool.name,
    listed: { ...tool, inputSchema },
    checkArguments: await lenientCheckOf(inputSchema),
    response: await sampleResponse(tool.outputSchema),
  };
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
