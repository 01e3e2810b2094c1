import type { HookAdapter } from './hook.ts';
import { blocked, preToolUseAnswer, readPreToolUse } from './pre-tool-use.ts';

/**
 * Codex: `PreToolUse`. It knows no question, refuses an explicit allow, and lets a call run when it cannot read the
 * answer, when a denial has no reason, and when a hook that ends with 2 prints none.
 */
export const codex: HookAdapter = {
  title: 'Codex',
  read: readPreToolUse(['hook_event_name'], () => false),
  answer: ({ decision, words }) =>
    decision === 'allow' ? { exitCode: 0, stdout: '{}\n', stderr: '' } : preToolUseAnswer('deny', words),
  fault: blocked,
  install: {
    file: '.codex/hooks.json',
    project: '"$(git rev-parse --show-toplevel)"/',
    onFailure: ' || { echo "the hook did not answer" >&2; exit 2; }',
    settings: (command) => ({
      hooks: { PreToolUse: [{ hooks: [{ type: 'command', command, timeout: 10 }] }] },
    }),
  },
};
