import { claude } from './claude.ts';
import { codex } from './codex.ts';
import { cursor } from './cursor.ts';
import { gemini } from './gemini.ts';
import type { HookAdapter } from './hook.ts';
import { vscode } from './vscode.ts';

/** The agents that ask a hook before they make a call, by the name that `--agent` takes. */
export const HOOKS = { claude, codex, vscode, gemini, cursor } as const satisfies Record<string, HookAdapter>;

/** One of these names. */
export type HookAgent = keyof typeof HOOKS;
