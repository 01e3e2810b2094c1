import * as z from 'zod/mini';
import { described } from '../../documents/described.ts';

const text = () => z.string().check(z.regex(/\S/, 'non-empty text'));

const optional = <T extends z.ZodMiniType>(schema: T, description: string) =>
  described(z.optional(schema), description);

/** A JSON Schema, or a value that answers hold: what is in it is somebody else's to say. */
const json = () => z.record(z.string(), z.unknown());

const annotations = z.strictObject({
  title: optional(z.string(), 'the name of the tool, for people'),
  readOnlyHint: optional(z.boolean(), 'true: the tool changes nothing'),
  destructiveHint: optional(z.boolean(), 'true: the tool may take something away'),
  idempotentHint: optional(z.boolean(), 'true: a second call with the same arguments changes nothing more'),
  openWorldHint: optional(z.boolean(), 'true: the tool reaches beyond the server'),
});

const annotationsOfContent = z.looseObject({});

/** One block of content, as the protocol has it. */
const content = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('text'),
      // biome-ignore lint/suspicious/noTemplateCurlyInString: the characters themselves
      text: described(z.string(), '`${args.name}` stands for an argument of the call'),
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
  'a block of content with a `type`: text, image, audio, resource or resource_link',
);

const error = z.strictObject({
  code: described(z.int(), 'a code of JSON-RPC, such as -32603'),
  message: text(),
});

const response = z.strictObject({
  content: optional(z.array(content), 'what the tool answers'),
  structured_content: optional(z.unknown(), 'what the tool answers, for programs: any JSON'),
  structuredContent: optional(z.unknown(), 'the same as structured_content'),
  is_error: optional(z.boolean(), 'true: the answer tells of a fault of the tool'),
  isError: optional(z.boolean(), 'the same as is_error'),
  error: optional(error, 'answers with an error of the protocol, and nothing else'),
});

const tool = z.strictObject({
  name: described(text(), 'unique in the server'),
  title: optional(z.string(), 'the name of the tool, for people'),
  description: optional(z.string(), 'what the tool does, for the model'),
  annotations: optional(
    annotations,
    'what the server says of the tool; the execution safety policy reads it',
  ),
  input_schema: optional(json(), 'the JSON Schema that arguments must have; any object when left out'),
  inputSchema: optional(json(), 'the same as input_schema'),
  output_schema: optional(json(), 'the JSON Schema of structured content'),
  outputSchema: optional(json(), 'the same as output_schema'),
  response: optional(response, 'what every call answers; a sample of the output schema when left out'),
});

const resource = z.strictObject({
  uri: described(text(), 'unique in the server'),
  name: text(),
  title: z.optional(z.string()),
  description: z.optional(z.string()),
  mime_type: optional(z.string(), 'such as text/plain'),
  mimeType: optional(z.string(), 'the same as mime_type'),
  text: optional(z.string(), 'what it holds'),
  blob: optional(z.string(), 'what it holds, in base64; instead of text'),
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

/** The manifest of a mock server. Source: "Example" of the execution safety policy. */
export const manifestSchema = z.strictObject({
  mock_server: z.strictObject({
    name: described(text(), 'what the server calls itself'),
    version: optional(text(), '"1.0.0" when left out'),
    instructions: optional(z.string(), 'what the server tells a model of itself'),
    tools: z.array(tool).check(z.minLength(1, 'a non-empty list')),
    resources: z.optional(z.array(resource)),
    prompts: z.optional(z.array(prompt)),
  }),
});

/** A manifest as it is written, checked. */
export type WrittenManifest = z.output<typeof manifestSchema>['mock_server'];
