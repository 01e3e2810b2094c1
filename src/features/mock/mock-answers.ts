import { INTERNAL_ERROR, INVALID_PARAMS } from '../../mcp/error-codes.ts';
import type { ServedAnswer, ServedFault, ServedServer } from '../../mcp/served.ts';
import type { MockServer, MockTool } from './mock-model.ts';
import { asText, fillTemplate } from './response-template.ts';

/** Returns a mock in the form that the transports serve. */
export function servedMock(mock: MockServer): ServedServer {
  const { name, version, instructions, tools, resources, prompts } = mock;
  return {
    name,
    version,
    instructions,
    tools: tools.map(({ listed }) => listed),
    resources: resources.map(({ listed }) => listed),
    prompts: prompts.map(({ listed }) => listed),
    callTool: (tool, args) => answerCall(mock, tool, args),
    readResource: (uri) => answerResource(mock, uri),
    getPrompt: (prompt, args) => answerPrompt(mock, prompt, args),
  };
}

/** Answers a call from the manifest, or with a sample. Arguments that the input schema rejects are a tool error. */
export function answerCall({ tools }: MockServer, name: string, args: unknown): ServedAnswer {
  const tool = tools.find((each) => each.name === name);
  if (!tool) return fault(INVALID_PARAMS, `there is no tool \`${name}\``);
  const refusal = tool.checkArguments(args);
  return refusal === undefined
    ? answerOf(tool, args)
    : toolError(`the input schema rejects the arguments: ${refusal}`);
}

function answerOf({ response }: MockTool, args: unknown): ServedAnswer {
  if (response.kind === 'none') return fault(INTERNAL_ERROR, response.reason);
  if (response.kind === 'error') {
    const message = fillTemplate(response.message, args, false);
    return 'cannot' in message ? toolError(message.cannot) : fault(response.code, asText(message.value));
  }
  const content = fillTemplate(response.content, args, false);
  if ('cannot' in content) return toolError(content.cannot);
  const value = { content: content.value, ...(response.isError && { isError: true }) };
  if (!response.structured) return { kind: 'answer', value };
  const structured = fillTemplate(response.structured, args, true);
  if ('cannot' in structured) return toolError(structured.cannot);
  return { kind: 'answer', value: { ...value, structuredContent: structured.value } };
}

/** Answers a request for a resource. A missing resource is a fault. */
export function answerResource({ resources }: MockServer, uri: string): ServedAnswer {
  const resource = resources.find((each) => each.uri === uri);
  if (!resource) return fault(INVALID_PARAMS, `there is no resource \`${uri}\``);
  return { kind: 'answer', value: { contents: [resource.contents] } };
}

/** Answers a request for a prompt with its arguments filled in. A missing argument is a fault. */
export function answerPrompt(
  { prompts }: MockServer,
  name: string,
  args: Record<string, unknown>,
): ServedAnswer {
  const prompt = prompts.find((each) => each.name === name);
  if (!prompt) return fault(INVALID_PARAMS, `there is no prompt \`${name}\``);
  const missing = prompt.required.find((argument) => !Object.hasOwn(args, argument));
  if (missing !== undefined) return fault(INVALID_PARAMS, `the argument \`${missing}\` is missing`);
  const messages = fillTemplate(prompt.messages, args, false);
  if ('cannot' in messages) return fault(INVALID_PARAMS, messages.cannot);
  return { kind: 'answer', value: { messages: messages.value } };
}

function toolError(text: string): ServedAnswer {
  return { kind: 'answer', value: { content: [{ type: 'text', text }], isError: true } };
}

function fault(code: number, message: string): ServedFault {
  return { kind: 'fault', code, message };
}
