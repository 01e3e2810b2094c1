/** Whether a text of the shape of a JSON Web Token is one: its header is JSON and names an algorithm. */
export function isJwt(text: string): boolean {
  try {
    const header: unknown = JSON.parse(decode(text.slice(0, text.indexOf('.'))));
    return typeof header === 'object' && header !== null && typeof Object(header).alg === 'string';
  } catch {
    return false;
  }
}

/** Base64, in either alphabet, as text of single bytes. What is no base64 throws. */
export function decode(base64: string): string {
  return atob(base64.replaceAll('-', '+').replaceAll('_', '/'));
}
