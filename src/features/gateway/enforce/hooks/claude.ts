import { own } from '../../../../values/own-property.ts';
import type { HookAdapter } from './hook.ts';
import { blocked, preToolUseAnswer, readPreToolUse, SILENCE } from './pre-tool-use.ts';

/** The modes in which a person is asked. In `bypassPermissions` a question is answered with yes, without a person. */
const ASKING: readonly unknown[] = [undefined, 'default', 'acceptEdits', 'plan'];

/** Claude Code: `PreToolUse`. Exit code 2 blocks, and any other code but 0 lets the call run. */
export const claude: HookAdapter = {
  title: 'Claude Code',
  read: readPreToolUse(['hook_event_name'], (input) => ASKING.includes(own(input, 'permission_mode'))),
  answer: ({ decision, words }) => (decision === 'allow' ? SILENCE : preToolUseAnswer(decision, words)),
  fault: blocked,
  install: {
    file: '.claude/settings.json',
    project: '"$CLAUDE_PROJECT_DIR"/',
    onFailure: '',
    settings: (command) => ({
      hooks: {
        PreToolUse: [
          { matcher: '*', hooks: [{ type: 'command', command, timeout: 10, onFailure: 'block' }] },
        ],
      },
    }),
  },
};
