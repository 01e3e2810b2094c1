import { ProtocolError, Server } from '@modelcontextprotocol/server';
import { PROTOCOL_VERSIONS, type ProtocolChoice, type ProtocolEra } from '../mcp/protocol.ts';
import type { ServedAnswer, ServedServer } from '../mcp/served.ts';
import { isObject, present } from '../values/own-property.ts';

/** Makes an SDK server for one connection. */
type ServerMaker = () => Server;

/**
 * Returns a factory of SDK servers that answer for a {@link ServedServer}. The SDK requires one server for each
 * connection. This uses the low-level server, which accepts schemas as they are written.
 * @param protocol the only revisions that it speaks; by default all
 */
export function serverFactory(served: ServedServer, protocol: ProtocolChoice | 'both'): ServerMaker {
  const { name, version, instructions, tools, resources, prompts } = served;
  const [hasResources, hasPrompts] = [resources.length > 0, prompts.length > 0];
  const supportedProtocolVersions = versionsOf(protocol);
  return () => {
    const server = new Server(
      { name, version },
      {
        capabilities: {
          tools: {},
          ...(hasResources && { resources: {} }),
          ...(hasPrompts && { prompts: {} }),
        },
        ...present({ instructions, supportedProtocolVersions }),
      },
    );
    server.setRequestHandler('tools/list', () => ({ tools: tools as never }));
    server.setRequestHandler('tools/call', ({ params }) => {
      const result = settle(served.callTool(params.name, params.arguments ?? {}));
      const outputSchema = tools.find((tool) => tool.name === params.name)?.outputSchema;
      // protocol revisions before 2026 allow only objects: the SDK wraps other schemas and the answers for them
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

/** Undefined: all that the SDK speaks. */
function versionsOf(protocol: ProtocolChoice | 'both'): string[] | undefined {
  if (protocol === 'both' || protocol.kind === 'preferred') return undefined;
  return protocol.kind === 'version' ? [protocol.version] : [...PROTOCOL_VERSIONS[protocol.era]];
}

/** The era that a server speaks alone. Undefined when it speaks both. */
export function onlyEra(protocol: ProtocolChoice | 'both'): ProtocolEra | undefined {
  return protocol === 'both' || protocol.kind === 'preferred' ? undefined : protocol.era;
}

/** Returns the value of an answer. @throws ProtocolError for a fault, which the SDK sends as a protocol error */
function settle(answer: ServedAnswer): never {
  if (answer.kind === 'fault') throw new ProtocolError(answer.code, answer.message);
  return answer.value as never;
}
