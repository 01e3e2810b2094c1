import type { CallFault } from './call.ts';

/** Returns a sentence that explains why a call has no result. */
export function wordsOfFault(fault: CallFault): string {
  switch (fault.kind) {
    case 'error-response':
      return `error ${fault.code}: ${fault.message}`;
    case 'timeout':
      return `no answer within ${fault.milliseconds / 1000} s`;
    case 'closed':
      return 'the connection ended during the call';
    case 'http':
      return `HTTP ${fault.status}`;
    case 'redirect':
      return `redirects to \`${fault.location}\`: redirects are not followed, pass that URL with --url`;
    case 'unauthorized':
      return `no access token: ${fault.message}`;
    case 'malformed':
      return fault.message;
  }
}
