import * as z from 'zod/mini';
import * as api from './api-schema.ts';
import { ROUTES, type Route, refusalsOf } from './routes-schema.ts';
import { SCOPES } from './scopes.ts';

type Json = Readonly<Record<string, unknown>>;

/** The schemas of the document, by their names in it. */
const COMPONENTS: Readonly<Record<string, z.ZodMiniType>> = {
  NewPolicy: api.newPolicySchema,
  PolicyChanges: api.policyChangesSchema,
  Policy: api.policySchema,
  Policies: api.policiesSchema,
  SimulateRequest: api.simulateRequestSchema,
  Verdict: api.simulateResponseSchema,
  BacktestRequest: api.backtestRequestSchema,
  Backtest: api.backtestResponseSchema,
  Hits: api.hitsResponseSchema,
  GenerateRequest: api.generateRequestSchema,
  Generated: api.generateResponseSchema,
  Suggestions: api.suggestionsResponseSchema,
  SuggestionChange: api.suggestionChangeSchema,
  Suggestion: api.suggestionResponseSchema,
  Approvals: api.approvalsResponseSchema,
  ApprovalWithTrace: api.approvalResponseSchema,
  ApprovalDecision: api.approvalDecisionSchema,
  Approval: api.approvalDecidedSchema,
  Status: api.statusResponseSchema,
  SessionRequest: api.sessionRequestSchema,
  Session: api.sessionResponseSchema,
  Refusal: api.refusalSchema,
};

const NAMES = new Map(Object.entries(COMPONENTS).map(([name, schema]) => [schema, name]));

const ETAG = 'the ETag of the rule set, which changes with every byte of its file';

/** What each refusal means. */
const REFUSED: Readonly<Record<number, string>> = {
  400: 'the request is malformed',
  401: 'there is no token, or it is not known',
  403: 'the token lacks the scope, or the request comes from another page',
  404: 'there is nothing with this key',
  409: 'the state of the files does not allow it',
  412: 'the rule set has changed since it was read',
  413: 'the body is too long',
  415: 'the body is not `application/json`',
  422: 'no record of the audit logs is in the time range',
  428: 'If-Match is missing',
  500: 'a bug in mcptest',
};

/**
 * Returns the OpenAPI 3.1 document of the API, made from the schemas that check its requests.
 * Spec (enforcement): "Control plane".
 */
export function openApiDocument(): Json {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of ROUTES) {
    paths[route.path] ??= {};
    (paths[route.path] as Record<string, Json>)[route.method.toLowerCase()] = operationOf(route);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'mcptest gateway serve',
      version: '1',
      description: `The local control plane. Scopes of a token: ${SCOPES.join(', ')}.`,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer', description: 'a token of --token-file' } },
      schemas: componentSchemas(),
    },
  };
}

function operationOf(route: Route): Json {
  const { id, summary, scope, body, isBodyOptional, success, etag } = route;
  const parameters = parametersOf(route);
  return {
    operationId: id,
    summary,
    ...(scope === 'none' ? { security: [] } : { 'x-scope': scope }),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: { required: !isBodyOptional, content: contentOf(body) } }),
    responses: {
      [success.status]: {
        description: summary,
        ...(etag && { headers: { ETag: { description: ETAG, schema: { type: 'string' } } } }),
        ...(success.body && { content: contentOf(success.body) }),
      },
      ...Object.fromEntries(
        refusalsOf(route).map((status) => [
          status,
          { description: REFUSED[status], content: contentOf(api.refusalSchema) },
        ]),
      ),
    },
  };
}

function parametersOf({ path, etag, query = {} }: Route): Json[] {
  const keys = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return [
    ...keys.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
    ...Object.entries(query).map(([name, description]) => ({
      name,
      in: 'query',
      description,
      schema: { const: 'true' },
    })),
    ...(etag === 'needed'
      ? [{ name: 'If-Match', in: 'header', required: true, description: ETAG, schema: { type: 'string' } }]
      : []),
  ];
}

function contentOf(schema: z.ZodMiniType): Json {
  return { 'application/json': { schema: { $ref: `#/components/schemas/${NAMES.get(schema)}` } } };
}

/** Returns the JSON Schemas; a schema inside of another one becomes a reference to it. */
function componentSchemas(): Json {
  const registry = z.registry<{ id: string }>();
  for (const [id, schema] of Object.entries(COMPONENTS)) registry.add(schema, { id });
  const { schemas } = z.toJSONSchema(registry, {
    target: 'draft-2020-12',
    io: 'input',
    uri: (id) => `#/components/schemas/${id}`,
  });
  return Object.fromEntries(
    Object.entries(schemas).map(([id, { $schema: _, $id: __, ...schema }]) => [id, schema]),
  );
}
