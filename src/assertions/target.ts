import { clip } from '../text/clip.ts';
import { nearest } from '../text/nearest.ts';
import { getAt } from './access.ts';
import { parsePath } from './parse-path.ts';
import { isPathFault, type Path, type PathFault } from './path.ts';

/**
 * Parses the target of an assertion: `golden.matched`, `tool_calls[0].name`, `state["any key"]`. Its first segment
 * must be a member of the envelope, or the assertion could only fail.
 * Spec (scenario worlds): "The report envelope".
 */
export function parseTarget(text: string, members: readonly string[]): Path | PathFault {
  const path = parsePath(text);
  if (isPathFault(path)) return path;
  const root = path[0]?.key ?? '';
  if (members.includes(root)) return path;
  const near = nearest(root, members);
  const help = near ? `did you mean \`${near}\`?` : `targets begin with ${members.join(', ')}`;
  return { offset: 0, message: `unknown target \`${clip(root)}\``, help };
}

/** Returns the value of a target; undefined if there is no such value. */
export function resolveTarget(envelope: Readonly<Record<string, unknown>>, target: Path): unknown {
  return getAt(envelope, target);
}
