import { isObject } from '../../../values/own-property.ts';
import { readChat } from '../chat/chat.ts';
import type { RunFormat } from './run-format.ts';

/** Reads a run of tau-bench: a chat in `traj`. The text of a failed call's result starts with `Error`. */
export const tauBenchFormat: RunFormat = {
  name: 'tau-bench record',
  programs:
    '[tau-bench](https://github.com/sierra-research/tau-bench): its published trials of gpt-4o, which state no version',
  recognisedBy: '`traj`',
  from: 'the result file',
  failed: 'the result starts with `Error`',
  leavesOut: '`info`, which states what should have been done',
  recognises: (value) => isObject(value) && Array.isArray(value.traj),
  read: (document, context) => {
    // the task states what should have been done
    context.ledger.leaveOut(['info']);
    const { traj } = document.value as Record<string, unknown>;
    return readChat(document, ['traj'], traj, context, 'text');
  },
};
