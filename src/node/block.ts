/** Waits without giving way to anything: where the program is synchronous, and only another process can help. */
export function block(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
