/** Returns the SHA-256 of bytes, or of a text in UTF-8, in hexadecimal. Loads the library on the first use: few commands need it. */
export function sha256(content: string | Uint8Array): string {
  return process.getBuiltinModule('node:crypto').createHash('sha256').update(content).digest('hex');
}
