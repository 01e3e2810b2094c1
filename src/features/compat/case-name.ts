/** The endings of recordings. A name that ends otherwise has no ending to cut off. */
const ENDING = /\.(?:json|jsonl|ndjson|yaml|yml|traj|vcr|eval)$/i;

/**
 * Returns the case that a recording is a trial of: its path without ending and trial. `refund.trial-2.json`,
 * `refund/2.json` and `refund#2.json` are trials of `refund`; `task-1.json` is the case `task-1`.
 *
 * Spec (judging): "`mcptest model-compat diff`"
 * @param path relative to the folder that was named, with `/` between its parts
 */
export function caseOfPath(path: string): string {
  const whole = path.replace(/^\.\//, '').replace(ENDING, '');
  const cut = whole.lastIndexOf('/');
  const [folder, name] = [whole.slice(0, cut + 1), whole.slice(cut + 1)];
  if (folder !== '' && /^\d+$/.test(name)) return folder.slice(0, -1);
  const trial = /(?:\.trial-|#)\d+$/.exec(name);
  return folder + (trial && trial.index > 0 ? name.slice(0, trial.index) : name);
}
