/** Whether a text shaped like a JSON Web Token is one: its header is JSON and names an algorithm. */
export function isJwt(text: string): boolean {
  try {
    const header: unknown = JSON.parse(decode(text.slice(0, text.indexOf('.'))));
    return typeof header === 'object' && header !== null && typeof Object(header).alg === 'string';
  } catch {
    return false;
  }
}

/** Decodes base64, in either alphabet, to text with one character per byte. @throws when it is not base64 */
export function decode(base64: string): string {
  return atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
}
