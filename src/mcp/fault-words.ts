import type { CallFault } from './call.ts';

/** Why a call has no result, in words. */
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
      return `redirects to \`${fault.location}\`, which is not followed: give it as --url`;
    case 'malformed':
      return fault.message;
  }
}
