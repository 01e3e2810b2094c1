import type { Check } from './check.ts';

const BOTH = { era: 'both', transport: 'both' } as const;
const PROGRESS = { legacy: 'basic/utilities/progress', modern: 'basic/patterns/progress' } as const;
const CANCELLATION = {
  legacy: 'basic/utilities/cancellation',
  modern: 'basic/patterns/cancellation',
} as const;

/** Checks of cancellation, progress, subscriptions, log messages and completions. */
export const UTILITY_CHECKS = {
  'progress-token': {
    ...BOTH,
    level: 'MUST',
    page: PROGRESS,
    sentence:
      'Progress notifications MUST only reference tokens that: Were provided in an active request; Are associated with an in-progress operation',
    how: 'sends a token with each tool call, and checks every progress notification',
  },
  'progress-increases': {
    ...BOTH,
    level: 'MUST',
    page: PROGRESS,
    sentence: 'The `progress` value MUST increase with each notification, even if the total is unknown.',
    how: 'compares the progress notifications of each call',
  },
  'unknown-cancelled': {
    ...BOTH,
    transport: 'stdio',
    level: 'SHOULD',
    page: CANCELLATION,
    sentence:
      'Invalid cancellation notifications SHOULD be ignored: Unknown request IDs; Already completed requests; Malformed notifications',
    how: 'cancels a request that was answered, one that never existed, and none at all; then sends a request, and expects an answer',
  },
  'cancels-requests': {
    ...BOTH,
    era: 'modern',
    level: 'MUST',
    page: 'basic/patterns/cancellation',
    sentence: 'Servers MUST NOT send `notifications/cancelled` for any other purpose.',
    how: 'checks every notification: only the end of a subscription may be announced this way',
  },
  'subscription-acknowledged': {
    ...BOTH,
    era: 'modern',
    level: 'MUST',
    page: 'basic/patterns/subscriptions',
    sentence:
      "The server MUST send `notifications/subscriptions/acknowledged` as the first message carrying the subscription's ID in `_meta`",
    how: 'subscribes to what the capabilities promise (`listChanged`, `subscribe`), and ends the subscription',
  },
  'declared-requests': {
    ...BOTH,
    era: 'legacy',
    level: 'SHOULD',
    page: 'basic/lifecycle',
    sentence: 'Client and server capabilities establish which optional protocol features will be available',
    how: 'sends the requests that other capabilities promise (`logging/setLevel`, `resources/subscribe`, `completion/complete`), and expects any answer but the error -32601',
  },
  'completions-declared': {
    ...BOTH,
    level: 'MUST',
    page: 'server/utilities/completion',
    sentence: 'Servers that support completions MUST declare the `completions` capability',
    how: 'asks for completions if the capability is not declared, and expects none',
    since: '2025-03-26',
  },
  'logging-declared': {
    ...BOTH,
    era: 'legacy',
    level: 'MUST',
    page: 'server/utilities/logging',
    sentence: 'Servers that emit log message notifications MUST declare the `logging` capability',
    how: 'checks every notification',
  },
} as const satisfies Readonly<Record<string, Check>>;
