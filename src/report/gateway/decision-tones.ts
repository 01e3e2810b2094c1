import type { Decision } from '../../artifacts/audit-log/model.ts';
import type { Tone } from '../../text/tone.ts';

/** The tone in which each decision is shown. */
export const DECISION_TONES = {
  deny: 'bad',
  require_approval: 'caution',
  allow: 'good',
} as const satisfies Record<Decision, Tone>;
