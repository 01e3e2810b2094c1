/** The calls around that of a test. */
interface Around<C> {
  readonly before: readonly C[];
  readonly verify: readonly C[];
  readonly after: readonly C[];
}

/** Returns every call that a test can make: its own first, then those around it. */
export function callsOf<C>(test: C & Around<C>): C[] {
  return [test, ...test.before, ...test.verify, ...test.after];
}
