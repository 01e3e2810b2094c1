import type * as z from 'zod/mini';
import * as api from './api-schema.ts';
import type { Scope } from './scopes.ts';

/** One operation of the API. The server and the OpenAPI document are made from the same table. */
export interface Route {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** `{key}` stands for one segment. */
  readonly path: string;
  readonly summary: string;
  /** What the token needs; `any` takes every token, `none` takes requests without one. */
  readonly scope: Scope | 'any' | 'none';
  /** The names of its flags in the query, which are `true` or absent, with what they do. */
  readonly query?: Readonly<Record<string, string>>;
  /** What the body must be. */
  readonly body?: z.ZodMiniType;
  /** Whether the body is a secret, which no log keeps. */
  readonly isSecret?: boolean;
  /** Whether it changes nothing, although it is a POST. */
  readonly changesNothing?: boolean;
  /** Whether the body may be left out. */
  readonly isBodyOptional?: boolean;
  /** Whether the answer has the ETag of the rule set, or the request must name it, too. */
  readonly etag?: 'given' | 'needed';
  readonly success: { readonly status: 200 | 201 | 204; readonly body?: z.ZodMiniType };
  /** Refusals of this operation, beyond those that {@link refusalsOf} derives. */
  readonly refusals?: readonly number[];
}

const STATUS = {
  id: 'status',
  method: 'GET',
  path: '/api/status',
  summary: 'What is served, and whether its file is faulty',
  scope: 'any',
  etag: 'given',
  success: { status: 200, body: api.statusResponseSchema },
} as const satisfies Route;

const SESSION = {
  id: 'openSession',
  method: 'POST',
  path: '/api/session',
  summary: 'Exchange the key of the link that was printed for a token; each key works once',
  scope: 'none',
  isSecret: true,
  body: api.sessionRequestSchema,
  success: { status: 201, body: api.sessionResponseSchema },
  refusals: [401, 409],
} as const satisfies Route;

const POLICIES = [
  {
    id: 'listPolicies',
    method: 'GET',
    path: '/api/policies',
    summary: 'The policies in the order of evaluation',
    scope: 'policies:read',
    etag: 'given',
    success: { status: 200, body: api.policiesSchema },
  },
  {
    id: 'createPolicy',
    method: 'POST',
    path: '/api/policies',
    summary: 'Append a policy to the rule set',
    scope: 'policies:write',
    etag: 'needed',
    body: api.newPolicySchema,
    success: { status: 201, body: api.policySchema },
    refusals: [409],
  },
  {
    id: 'getPolicy',
    method: 'GET',
    path: '/api/policies/{key}',
    summary: 'One policy, by its `id`, else by its name',
    scope: 'policies:read',
    etag: 'given',
    success: { status: 200, body: api.policySchema },
    refusals: [409],
  },
  {
    id: 'changePolicy',
    method: 'PATCH',
    path: '/api/policies/{key}',
    summary: 'Change keys of a policy; the rest of the file stays unchanged',
    scope: 'policies:write',
    etag: 'needed',
    body: api.policyChangesSchema,
    success: { status: 200, body: api.policySchema },
    refusals: [409],
  },
  {
    id: 'deletePolicy',
    method: 'DELETE',
    path: '/api/policies/{key}',
    summary: 'Remove a policy, with the comment lines above it',
    scope: 'policies:write',
    etag: 'needed',
    success: { status: 204 },
    refusals: [409],
  },
] as const satisfies readonly Route[];

const TRIALS = [
  {
    id: 'simulate',
    method: 'POST',
    path: '/api/policies/simulate',
    changesNothing: true,
    summary: 'Decide a call under the rule set, without making it',
    scope: 'policies:read',
    etag: 'given',
    body: api.simulateRequestSchema,
    success: { status: 200, body: api.simulateResponseSchema },
    refusals: [409],
  },
  {
    id: 'backtest',
    method: 'POST',
    path: '/api/policies/backtest',
    changesNothing: true,
    summary: 'Replay a draft over the audit logs: which decisions would flip?',
    scope: 'policies:read',
    etag: 'given',
    body: api.backtestRequestSchema,
    success: { status: 200, body: api.backtestResponseSchema },
    refusals: [409, 422],
  },
  {
    id: 'policyHits',
    method: 'GET',
    path: '/api/policy-hits',
    summary: 'How often each policy decided, by the audit logs',
    scope: 'policies:read',
    success: { status: 200, body: api.hitsResponseSchema },
    refusals: [409],
  },
] as const satisfies readonly Route[];

const SUGGESTIONS = [
  {
    id: 'generateSuggestions',
    method: 'POST',
    path: '/api/policy-suggestions/generate',
    summary: 'Look for rules that the audit logs support, and keep them as suggestions',
    scope: 'policies:write',
    etag: 'given',
    body: api.generateRequestSchema,
    isBodyOptional: true,
    success: { status: 200, body: api.generateResponseSchema },
    refusals: [409, 422],
  },
  {
    id: 'listSuggestions',
    method: 'GET',
    path: '/api/policy-suggestions',
    summary: 'The suggestions that were found and not settled',
    scope: 'policies:read',
    query: { all: 'include accepted and dismissed suggestions' },
    etag: 'given',
    success: { status: 200, body: api.suggestionsResponseSchema },
    refusals: [409],
  },
  {
    id: 'settleSuggestion',
    method: 'PATCH',
    path: '/api/policy-suggestions/{id}',
    summary: 'Accept a suggestion, which puts its rule in force, or dismiss it for good',
    scope: 'policies:write',
    etag: 'needed',
    body: api.suggestionChangeSchema,
    success: { status: 200, body: api.suggestionResponseSchema },
    refusals: [409],
  },
] as const satisfies readonly Route[];

const APPROVALS = [
  {
    id: 'listApprovals',
    method: 'GET',
    path: '/api/approvals',
    summary: 'The calls that wait for a decision, or whose decision has not been used yet',
    scope: 'approvals',
    query: { all: 'include calls that are over' },
    success: { status: 200, body: api.approvalsResponseSchema },
    refusals: [409],
  },
  {
    id: 'getApproval',
    method: 'GET',
    path: '/api/approvals/{id}',
    summary: 'A held call, with what the rules say of it now, and why',
    scope: 'approvals',
    success: { status: 200, body: api.approvalResponseSchema },
    refusals: [409],
  },
  {
    id: 'decideApproval',
    method: 'POST',
    path: '/api/approvals/{id}',
    summary: 'Approve or deny a held call; of two decisions the first counts, and the second is told (409)',
    scope: 'approvals',
    body: api.approvalDecisionSchema,
    success: { status: 200, body: api.approvalDecidedSchema },
    refusals: [409],
  },
] as const satisfies readonly Route[];

/** All operations. Spec (enforcement): "Control plane". */
export const ROUTES = [STATUS, SESSION, ...POLICIES, ...TRIALS, ...SUGGESTIONS, ...APPROVALS] as const;

/** The identifier of an operation. */
export type RouteId = (typeof ROUTES)[number]['id'];

/** Returns the statuses with which an operation can be refused, sorted. */
export function refusalsOf({ scope, body, etag, path, query, refusals = [] }: Route): readonly number[] {
  const all = new Set<number>([
    403,
    500,
    ...(scope === 'none' ? [] : [401]),
    ...(body || query ? [400] : []),
    ...(body ? [413, 415] : []),
    ...(path.includes('{') ? [400, 404] : []),
    ...(etag === 'needed' ? [412, 428] : []),
    ...refusals,
  ]);
  return [...all].sort((a, b) => a - b);
}
