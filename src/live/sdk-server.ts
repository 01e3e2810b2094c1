import { type McpServerFactory, ProtocolError, Server } from '@modelcontextprotocol/server';
import type { ServedAnswer, ServedServer } from '../mcp/served.ts';
import { isObject, present } from '../values/own-property.ts';

/**
 * Makes the servers of the SDK that answer as a {@link ServedServer} says: one for each connection, as the SDK wants it.
 * The low-level server is used, which takes schemas as they are written.
 */
export function serverFactory(served: ServedServer): McpServerFactory {
  const { name, version, instructions, tools, resources, prompts } = served;
  const [hasResources, hasPrompts] = [resources.length > 0, prompts.length > 0];
  return () => {
    const server = new Server(
      { name, version },
      {
        capabilities: {
          tools: {},
          ...(hasResources && { resources: {} }),
          ...(hasPrompts && { prompts: {} }),
        },
        ...present({ instructions }),
      },
    );
    server.setRequestHandler('tools/list', () => ({ tools: tools as never }));
    server.setRequestHandler('tools/call', ({ params }) => {
      const result = settle(served.callTool(params.name, params.arguments ?? {}));
      const outputSchema = tools.find((tool) => tool.name === params.name)?.outputSchema;
      // revisions before 2026 know objects only: the SDK lists other schemas wrapped for them, and so wraps the answers
      return server.projectCallToolResult(result, isObject(outputSchema) ? outputSchema : undefined);
    });
    if (hasResources) {
      server.setRequestHandler('resources/list', () => ({ resources: resources as never }));
      server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [] }));
      server.setRequestHandler('resources/read', ({ params }) => settle(served.readResource(params.uri)));
    }
    if (hasPrompts) {
      server.setRequestHandler('prompts/list', () => ({ prompts: prompts as never }));
      server.setRequestHandler('prompts/get', ({ params }) =>
        settle(served.getPrompt(params.name, params.arguments ?? {})),
      );
    }
    return server;
  };
}

/** @throws ProtocolError, which the SDK sends as an error of the protocol */
function settle(answer: ServedAnswer): never {
  if (answer.kind === 'fault') throw new ProtocolError(answer.code, answer.message);
  return answer.value as never;
}
