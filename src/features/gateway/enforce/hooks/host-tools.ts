import { InputError } from '../../../../errors.ts';
import type { HostTool, KnownServers } from './hook.ts';

/** A name can be split in up to this many places; nobody gives a tool such a name. */
const MOST_SPLITS = 50;

/**
 * Returns the tools that the name of a host stands for: `mcp__SERVER__TOOL`, `mcp_SERVER_TOOL`, or a tool of the host
 * itself, which has no server. Servers and tools may contain what joins them. So the name counts for each way to split it,
 * unless the server of one is known.
 * @throws InputError for a name of too many parts
 */
export function hostTools(name: string, { isKnown }: KnownServers): readonly HostTool[] {
  const joint = name.startsWith('mcp__') ? '__' : '_';
  if (!name.startsWith(`mcp${joint}`)) return [{ tool: name }];
  const splits = splitsOf(name.slice(`mcp${joint}`.length), joint);
  const known = splits.filter(({ server }) => isKnown(server));
  if (known.length > 0) return known;
  // with one underscore it may also be a tool of the host itself
  return joint === '_' || splits.length === 0 ? [{ tool: name }, ...splits] : splits;
}

function splitsOf(joined: string, joint: string): Required<HostTool>[] {
  const splits: Required<HostTool>[] = [];
  for (let at = joined.indexOf(joint, 1); at !== -1; at = joined.indexOf(joint, at + 1)) {
    const [server, tool] = [joined.slice(0, at), joined.slice(at + joint.length)];
    if (tool !== '') splits.push({ server, tool });
    if (splits.length > MOST_SPLITS) {
      throw new InputError({ message: `the name of the tool has more than ${MOST_SPLITS} parts` });
    }
  }
  return splits;
}
