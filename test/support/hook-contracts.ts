import { isObject } from '../../src/values/own-property.ts';

/** What a host does after a hook has ended. */
export type HostAct = 'run' | 'deny' | 'ask';

/** How a hook ended. */
export interface HookEnd {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/**
 * Acts as each host does on the answer of a hook, by what its reference says, and is as strict as the strictest of its
 * versions: a key that it does not know, or a text that is missing, is a fault of the hook.
 */
export const HOSTS = {
  claude: (end: HookEnd) => actOfPreToolUse(end, ['allow', 'deny', 'ask']),
  vscode: (end: HookEnd) => actOfPreToolUse(end, ['allow', 'deny', 'ask']),
  codex: (end: HookEnd) => actOfPreToolUse(end, ['deny']),
  gemini: (end: HookEnd): HostAct => {
    if (end.exitCode === 2) return blockedBy(end);
    const answer = objectOf(end, ['decision', 'reason']);
    if (answer.decision === 'allow') return 'run';
    if (answer.decision !== 'deny') throw new Error(`the decision is ${JSON.stringify(answer.decision)}`);
    requireText(answer.reason);
    return 'deny';
  },
  cursor: (end: HookEnd): HostAct => {
    if (end.exitCode === 2) return 'deny';
    const answer = objectOf(end, ['permission', 'user_message', 'agent_message']);
    if (answer.permission === 'allow') return 'run';
    if (answer.permission !== 'deny' && answer.permission !== 'ask') {
      throw new Error(`the permission is ${JSON.stringify(answer.permission)}`);
    }
    requireText(answer.user_message);
    requireText(answer.agent_message);
    return answer.permission;
  },
} as const satisfies Record<string, (end: HookEnd) => HostAct>;

function actOfPreToolUse(end: HookEnd, decisions: readonly string[]): HostAct {
  if (end.exitCode === 2) return blockedBy(end);
  if (end.stdout.trim() === '') return 'run';
  const answer = objectOf(end, ['hookSpecificOutput']);
  if (!('hookSpecificOutput' in answer)) return 'run';
  const output = answer.hookSpecificOutput;
  if (!isObject(output)) throw new Error('`hookSpecificOutput` is no object');
  refuseOthers(output, ['hookEventName', 'permissionDecision', 'permissionDecisionReason']);
  if (output.hookEventName !== 'PreToolUse') throw new Error('the event is another one');
  const { permissionDecision: decision } = output;
  if (typeof decision !== 'string' || !decisions.includes(decision)) {
    throw new Error(`the decision is ${JSON.stringify(decision)}`);
  }
  if (decision === 'allow') return 'run';
  requireText(output.permissionDecisionReason);
  return decision === 'ask' ? 'ask' : 'deny';
}

function blockedBy({ stdout, stderr }: HookEnd): HostAct {
  requireText(stderr);
  if (stdout !== '') throw new Error('prints an answer that nobody reads');
  return 'deny';
}

function objectOf({ exitCode, stdout }: HookEnd, keys: readonly string[]): Record<string, unknown> {
  // every other code is a warning, and the call runs
  if (exitCode !== 0) throw new Error(`ended with ${exitCode}`);
  const answer: unknown = JSON.parse(stdout);
  if (!isObject(answer)) throw new Error('the answer is no object');
  refuseOthers(answer, keys);
  return answer;
}

function refuseOthers(object: object, keys: readonly string[]): void {
  const other = Object.keys(object).find((key) => !keys.includes(key));
  if (other !== undefined) throw new Error(`the host knows no \`${other}\``);
}

function requireText(text: unknown): void {
  if (typeof text !== 'string' || text.trim() === '') throw new Error('a reason is missing');
}

/** One call as each host sends it, with everything that its reference lists. */
export const SAMPLES = {
  claude: (tool: string, input: unknown) => ({
    session_id: '0b8f6a52-7d0e-4c57-9a4e-1f1f4d7b9d10',
    transcript_path: '/home/ann/.claude/projects/shop/session.jsonl',
    cwd: '/home/ann/shop',
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'toolu_01',
  }),
  codex: (tool: string, input: unknown) => ({
    session_id: '0198c0de-0000-7000-8000-000000000001',
    turn_id: 'turn-1',
    transcript_path: null,
    cwd: '/home/ann/shop',
    hook_event_name: 'PreToolUse',
    model: 'a-model',
    permission_mode: 'default',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'call_01',
  }),
  vscode: (tool: string, input: unknown) => ({
    timestamp: '2026-06-01T12:00:00.000Z',
    cwd: '/home/ann/shop',
    sessionId: 'session-1',
    hookEventName: 'PreToolUse',
    transcript_path: '/home/ann/transcript.json',
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'tool-1',
  }),
  gemini: (tool: string, input: unknown) => ({
    session_id: 'session-1',
    transcript_path: '/home/ann/.gemini/session.json',
    cwd: '/home/ann/shop',
    hook_event_name: 'BeforeTool',
    timestamp: '2026-06-01T12:00:00.000Z',
    tool_name: tool,
    tool_input: input,
  }),
  cursor: (tool: string, input: unknown) => ({
    conversation_id: 'conversation-1',
    generation_id: 'generation-1',
    model: 'default',
    hook_event_name: 'preToolUse',
    cursor_version: '3.9.16',
    workspace_roots: ['/home/ann/shop'],
    user_email: null,
    transcript_path: null,
    tool_name: tool,
    tool_input: input,
    tool_use_id: 'tool_01',
    cwd: '/home/ann/shop',
  }),
} as const;

/** The hosts, by the name that `--agent` takes. */
export const HOST_NAMES = Object.keys(HOSTS) as (keyof typeof HOSTS)[];
