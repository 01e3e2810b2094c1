import type { Leaf } from './leaf.ts';
import { matchesOf } from './matches.ts';
import type { Span } from './span.ts';

/** Parent folder steps, encoded to pass checks. */
const ENCODED =
  /(?:%2e%2e|%252e%252e|\.\.|%c0%ae%c0%ae|\.%2e|%2e\.)(?:%2f|%5c|%252f|%255c|%c0%af)|(?:%2e%2e|%252e%252e|%c0%ae%c0%ae|\.%2e|%2e\.)[/\\]|\.{4}\/\/|\.\.;\//gi;

/** One or more steps up, then a path that no one reaches relatively by accident. */
const TO_SECRETS =
  /\.\.[/\\](?:\.\.[/\\]){0,40}(?:etc[/\\](?:passwd|shadow|hosts|sudoers|ssh|group|crontab)|proc[/\\]|windows[/\\]|winnt[/\\]|boot\.ini|root[/\\]|\.ssh[/\\]|\.aws[/\\]|\.kube[/\\]|\.env(?![\w.])|\.git[/\\]config|var[/\\](?:log|run|lib|www)|home[/\\]\w|Users[/\\]\w|id_rsa|WEB-INF|usr[/\\]|dev[/\\]|sys[/\\]|tmp[/\\])|\.\.\\(?:\.\.\\){1,40}(?:windows|winnt)(?!\w)/gi;

/** More steps up than this at the start of a path leave any source tree. */
const DEEP = 5;

const LONGEST_PATH = 1024;

/** Finds paths that leave their folder; a path that only goes to a sibling does not. */
export function* traversals(leaf: Leaf): Iterable<Span> {
  const { text } = leaf;
  for (const pattern of [ENCODED, TO_SECRETS]) {
    for (const { 0: found, index } of matchesOf(pattern, text))
      yield { start: index, end: index + found.length };
  }
  if (text.length <= LONGEST_PATH && text.includes('..') && !/[\s"'`();]/.test(text) && climbsOut(text)) {
    yield { start: 0, end: text.length };
  }
}

/** Whether a path goes down first and then above its start, or higher than any source tree is deep. */
function climbsOut(path: string): boolean {
  const steps = path.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, '').split(/[/\\]/);
  let depth = 0;
  let hasGoneDown = false;
  let ups = 0;
  for (const step of steps) {
    if (step === '..') {
      ups++;
      if (--depth < 0 && hasGoneDown) return true;
    } else if (step !== '.' && step !== '') {
      depth++;
      hasGoneDown = true;
    }
  }
  return ups >= DEEP && steps[0] === '..';
}
