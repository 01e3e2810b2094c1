/** Returns the bytes that DSSE signs: type and payload, each with its length, so that neither can pass as part of the other. */
export function preAuthEncoding(payloadType: string, payload: Uint8Array): Uint8Array {
  const type = Buffer.from(payloadType);
  const head = `DSSEv1 ${type.length} ${payloadType} ${payload.length} `;
  return Buffer.concat([Buffer.from(head), payload]);
}
