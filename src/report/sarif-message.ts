/**
 * Escapes a message. In SARIF, `{0}` is a placeholder and `[text](target)` is a link (SARIF 2.1.0, 3.11.5 and 3.11.6).
 * Only text that looks like one of these is escaped, because many viewers show the escapes.
 */
export function escapeSarifMessage(text: string): string {
  const literal = text.replace(/\{(\d+)\}/g, '{{$1}}');
  return literal.includes('](') ? literal.replace(/[[\]\\]/g, '\\$&') : literal;
}
