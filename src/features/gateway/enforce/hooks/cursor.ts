import { InputError } from '../../../../errors.ts';
import { own } from '../../../../values/own-property.ts';
import type { HookAdapter, HookAnswer, HookCall, HostTool, KnownServers } from './hook.ts';
import { hostTools } from './host-tools.ts';
import { checkEvent, idIn, objectIn, objectOf, textOf } from './read-input.ts';

type Json = Readonly<Record<string, unknown>>;

/** The events that come before a call. The first one covers all tools, the other two one kind each. */
const [ANY_TOOL, SHELL, MCP] = ['preToolUse', 'beforeShellExecution', 'beforeMCPExecution'] as const;

/** Names of tools of servers. The server is not in them. */
const MCP_PREFIX = 'MCP:';

/** Cursor: `preToolUse`, `beforeShellExecution` and `beforeMCPExecution`. Silence is a failure, so it is told to allow. */
export const cursor: HookAdapter = {
  title: 'Cursor',
  read: (input, servers) => {
    checkEvent(input, ['hook_event_name'], [ANY_TOOL, SHELL, MCP]);
    const event = own(input, 'hook_event_name');
    // where all tools are covered, a question is understood and not asked
    const canAsk = event === SHELL || event === MCP;
    const isShell = event === SHELL || (event !== MCP && own(input, 'tool_name') === undefined);
    if (isShell) return { ...shellCall(input), canAsk };
    return {
      tools: toolsIn(input, event === MCP, servers),
      arguments: argumentsIn(input),
      ...idIn(input),
      canAsk,
    };
  },
  answer: ({ decision, words }, { canAsk }) => {
    if (decision === 'allow') return printed({ permission: 'allow' });
    const permission = decision === 'require_approval' && canAsk ? 'ask' : 'deny';
    return printed({ permission, user_message: words, agent_message: words });
  },
  // its text for exit code 2 names no reason
  fault: (words) => ({
    ...printed({ permission: 'deny', user_message: words, agent_message: words }),
    stderr: `${words}\n`,
  }),
  install: {
    file: '.cursor/hooks.json',
    project: '',
    onFailure: '',
    settings: (command) => ({
      version: 1,
      hooks: { [ANY_TOOL]: [{ command, timeout: 10, failClosed: true }] },
    }),
  },
};

function printed(answer: object): HookAnswer {
  return { exitCode: 0, stdout: `${JSON.stringify(answer)}\n`, stderr: '' };
}

/** A command line has no name of a tool. */
function shellCall(input: Json): Pick<HookCall, 'tools' | 'arguments'> {
  return { tools: [{ tool: 'Shell' }], arguments: { command: textOf(input, 'command') } };
}

function toolsIn(input: Json, isOfServer: boolean, servers: KnownServers): readonly HostTool[] {
  const name = textOf(input, 'tool_name');
  if (!isOfServer && !name.startsWith(MCP_PREFIX)) return hostTools(name, servers);
  const tool = name.startsWith(MCP_PREFIX) ? name.slice(MCP_PREFIX.length) : name;
  if (tool === '') throw new InputError({ message: '`tool_name` names no tool' });
  const { server } = servers;
  const whole = server === undefined ? { tool } : { tool, server };
  const colon = tool.indexOf(':', 1);
  if (colon === -1 || colon === tool.length - 1) return [whole];
  return [whole, { server: tool.slice(0, colon), tool: tool.slice(colon + 1) }];
}

/** Returns the arguments, which one event writes as a JSON text. */
function argumentsIn(input: Json): Json {
  const given = own(input, 'tool_input');
  return typeof given === 'string' ? objectIn(given, '`tool_input`') : objectOf(input, 'tool_input');
}
