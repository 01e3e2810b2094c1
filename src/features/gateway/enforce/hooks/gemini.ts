import { isObject, own } from '../../../../values/own-property.ts';
import type { HookAdapter, HostTool, KnownServers } from './hook.ts';
import { hostTools } from './host-tools.ts';
import { blocked } from './pre-tool-use.ts';
import { checkEvent, idIn, objectOf, textOf } from './read-input.ts';

type Json = Readonly<Record<string, unknown>>;

/** Gemini CLI: `BeforeTool`. It knows no question. Exit code 2 blocks, any other code but 0 is a warning. */
export const gemini: HookAdapter = {
  title: 'Gemini CLI',
  read: (input, servers) => {
    checkEvent(input, ['hook_event_name'], ['BeforeTool']);
    return {
      tools: toolsIn(input, servers),
      arguments: objectOf(input, 'tool_input'),
      ...idIn(input),
      canAsk: false,
    };
  },
  answer: ({ decision, words }) => ({
    exitCode: 0,
    stdout: `${JSON.stringify(decision === 'allow' ? { decision } : { decision: 'deny', reason: words })}\n`,
    stderr: '',
  }),
  fault: blocked,
  install: {
    file: '.gemini/settings.json',
    project: '"$GEMINI_PROJECT_DIR"/',
    onFailure: ' || exit 2',
    settings: (command) => ({
      hooks: {
        BeforeTool: [
          { matcher: '.*', hooks: [{ name: 'mcptest', type: 'command', command, timeout: 10_000 }] },
        ],
      },
    }),
  },
};

/** Returns the tool of a server as `mcp_context` has it, else as the name says. */
function toolsIn(input: Json, servers: KnownServers): readonly HostTool[] {
  const name = textOf(input, 'tool_name');
  const context = own(input, 'mcp_context');
  if (context == null) return hostTools(name, servers);
  const about = isObject(context) ? context : objectOf(input, 'mcp_context');
  const [server, tool] = [textOf(about, 'server_name'), own(about, 'tool_name')];
  if (tool !== undefined) return [{ server, tool: textOf(about, 'tool_name') }];
  const prefix = [`mcp__${server}__`, `mcp_${server}_`].find((each) => name.startsWith(each)) ?? '';
  return [{ server, tool: name.slice(prefix.length) || name }];
}
