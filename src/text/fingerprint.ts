/**
 * Returns a short text that two long texts share only if they are equal, but for a chance of 1 in 2^64 and for texts that
 * were made to collide (cyrb53). Not for security: use it where a collision can only refuse something.
 */
export function fingerprint(text: string): string {
  let [a, b] = [0xdeadbeef, 0x41c6ce57];
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    a = Math.imul(a ^ unit, 2654435761);
    b = Math.imul(b ^ unit, 1597334677);
  }
  return `${text.length}-${a >>> 0}-${b >>> 0}`;
}
