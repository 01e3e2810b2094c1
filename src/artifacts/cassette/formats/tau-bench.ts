import { isObject } from '../../../values/own-property.ts';
import { readChat } from '../chat/chat.ts';
import type { RunFormat } from './run-format.ts';

/** Reads a run of tau-bench: a chat in `traj`. The text of a failed call's result starts with `Error`. */
export const tauBenchFormat: RunFormat = {
  name: 'tau-bench record',
  recognises: (value) => isObject(value) && Array.isArray(value.traj),
  read: (document, { notes }) => {
    const { traj } = document.value as Record<string, unknown>;
    return readChat(document, ['traj'], traj, notes, 'text');
  },
};
