/** What a token may do. Spec (enforcement): "Control plane". */
export const SCOPES = ['policies:read', 'policies:write', 'approvals'] as const;

/** One of these. */
export type Scope = (typeof SCOPES)[number];
