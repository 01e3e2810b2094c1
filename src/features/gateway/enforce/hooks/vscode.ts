import type { HookAdapter } from './hook.ts';
import { blocked, preToolUseAnswer, readPreToolUse, SILENCE } from './pre-tool-use.ts';

/** VS Code: `PreToolUse`. The event is in `hookEventName` or, in some versions, in `hook_event_name`. */
export const vscode: HookAdapter = {
  title: 'VS Code',
  read: readPreToolUse(['hookEventName', 'hook_event_name'], () => true),
  answer: ({ decision, words }) => (decision === 'allow' ? SILENCE : preToolUseAnswer(decision, words)),
  fault: blocked,
  install: {
    file: '.github/hooks/mcptest.json',
    project: '',
    onFailure: ' || exit 2',
    settings: (command) => ({ hooks: { PreToolUse: [{ type: 'command', command, timeout: 10 }] } }),
  },
};
