import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';

const text = () => z.string().check(z.regex(/\S/, 'non-empty text'));

const optional = <T extends z.ZodMiniType>(schema: T, description: string) =>
  described(z.optional(schema), description);

/** A JSON Schema. Its content is checked elsewhere. */
const json = () => z.record(z.string(), z.unknown());

const annotations = z.strictObject({
  title: optional(z.string(), 'the name of the tool, for people'),
  readOnlyHint: optional(z.boolean(), 'true: the tool changes nothing'),
  destructiveHint: optional(z.boolean(), 'true: the tool may remove or destroy something'),
  idempotentHint: optional(z.boolean(), 'true: a second call with the same arguments has no further effect'),
  openWorldHint: optional(z.boolean(), 'true: the tool interacts with systems outside of the server'),
});

const annotationsOfContent = z.looseObject({});

/** One content block, in the form of the protocol. */
const content = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('text'),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the characters themselves
      text: described(z.string(), 'the text; `${args.name}` is replaced with an argument of the call'),
      annotations: z.optional(annotationsOfContent),
    }),
    z.strictObject({
      type: z.enum(['image', 'audio']),
      data: described(z.string(), 'base64'),
      mimeType: z.string(),
      annotations: z.optional(annotationsOfContent),
    }),
    z.strictObject({
      type: z.literal('resource_link'),
      uri: text(),
      name: text(),
      title: z.optional(z.string()),
      description: z.optional(z.string()),
      mimeType: z.optional(z.string()),
    }),
    z.strictObject({ type: z.literal('resource'), resource: z.looseObject({ uri: text() }) }),
  ],
  'a content block with a `type`: text, image, audio, resource or resource_link',
);

const error = z.strictObject({
  code: described(z.int(), 'a JSON-RPC error code, such as -32603'),
  message: text(),
});

const response = z.strictObject({
  content: optional(z.array(content), 'the content of the answer'),
  structured_content: optional(z.unknown(), 'the structured content of the answer: any JSON'),
  structuredContent: optional(z.unknown(), 'another spelling of structured_content'),
  is_error: optional(z.boolean(), 'true: the answer reports a tool error'),
  isError: optional(z.boolean(), 'another spelling of is_error'),
  error: optional(error, 'answers with a protocol error and nothing else'),
});

const tool = z.strictObject({
  name: described(text(), 'unique in the server'),
  title: optional(z.string(), 'the name of the tool, for people'),
  description: optional(z.string(), 'what the tool does, for the model'),
  annotations: optional(
    annotations,
    'the hints of the server about the tool, for the execution safety policy',
  ),
  input_schema: optional(json(), 'the JSON Schema of the arguments; any object when left out'),
  inputSchema: optional(json(), 'another spelling of input_schema'),
  output_schema: optional(json(), 'the JSON Schema of the structured content'),
  outputSchema: optional(json(), 'another spelling of output_schema'),
  response: optional(response, 'the answer to every call; a sample for the output schema when left out'),
});

const resource = z.strictObject({
  uri: described(text(), 'unique in the server'),
  name: text(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  mime_type: optional(z.string(), 'for example text/plain'),
  mimeType: optional(z.string(), 'another spelling of mime_type'),
  text: optional(z.string(), 'the content of the resource, as text'),
  blob: optional(z.string(), 'the content of the resource, in base64, instead of text'),
});

const prompt = z.strictObject({
  name: described(text(), 'unique in the server'),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  arguments: z.optional(
    z.array(
      z.strictObject({
        name: text(),
        description: z.optional(z.string()),
        required: z.optional(z.boolean()),
      }),
    ),
  ),
  messages: z
    .array(z.strictObject({ role: z.enum(['user', 'assistant']), content }))
    .check(z.minLength(1, 'a non-empty list')),
});

/** The schema of the manifest of a mock server. Spec (execution safety): "Example". */
export const manifestSchema = z.strictObject({
  mock_server: z.strictObject({
    name: described(text(), 'the name of the server'),
    version: optional(text(), '"1.0.0" when left out'),
    instructions: optional(z.string(), 'instructions of the server for a model'),
    tools: z.array(tool).check(z.minLength(1, 'a non-empty list')),
    resources: z.optional(z.array(resource)),
    prompts: z.optional(z.array(prompt)),
  }),
});

/** A valid manifest, as it is written. */
export type WrittenManifest = z.output<typeof manifestSchema>['mock_server'];
