import type { Call } from './call.ts';

/** An event of the conversation, at a time. */
export type Entry = { readonly time: number } & (
  | { readonly kind: 'user'; readonly text: string }
  | {
      readonly kind: 'reply';
      readonly text: string;
      readonly calls: readonly Call[];
      readonly isSub: boolean;
      readonly isRefusal?: boolean;
    }
);

/** For each entry, whether the agent speaks again before the user does. */
export function beforeReplies(entries: readonly Entry[]): boolean[] {
  const are: boolean[] = [];
  let speaksAgain = false;
  for (let index = entries.length - 1; index >= 0; index--) {
    const entry = entries[index] as Entry;
    are[index] = speaksAgain;
    if (entry.kind === 'user' || !entry.isSub) speaksAgain = entry.kind === 'reply';
  }
  return are;
}
