import { expect, it } from 'vitest';
import { preAuthEncoding } from '../../../../../src/features/evidence/signature/pre-auth-encoding.ts';

it('the signed bytes contain type and payload with the length of each', () => {
  const encoded = preAuthEncoding('http://example.com/HelloWorld', Buffer.from('hello world'));
  expect(Buffer.from(encoded).toString()).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
  expect(Buffer.from(preAuthEncoding('é', Buffer.from('é'))).toString()).toBe('DSSEv1 2 é 2 é');
});
