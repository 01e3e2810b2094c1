import type { Diagnostic, ValuePath } from '../../diagnostic.ts';
import type { SourceDocument } from '../../documents/source-document.ts';
import { InputError } from '../../errors.ts';
import { compileToolSchema, type ToolSchemaCheck } from '../../mcp/tool-schema.ts';
import { present, valueAt } from '../../values/own-property.ts';
import type { WrittenManifest } from './manifest-schema.ts';
import type { MockPrompt, MockResource, MockResponse, MockServer, MockTool } from './mock-model.ts';
import { sampleResponse } from './mock-snapshot.ts';
import { compileTemplate, type Template, type TemplateFault } from './response-template.ts';

type WrittenTool = WrittenManifest['tools'][number];
type WrittenResource = NonNullable<WrittenManifest['resources']>[number];
type WrittenPrompt = NonNullable<WrittenManifest['prompts']>[number];

/** Turns a manifest into the server that it describes, and collects its problems with their positions. */
export class ManifestReader {
  readonly #document: SourceDocument;
  readonly #faults: Diagnostic[] = [];

  constructor(document: SourceDocument) {
    this.#document = document;
  }

  /** @throws InputError when there are problems */
  refuse(): void {
    if (this.#faults.length > 0) throw new InputError(this.#faults);
  }

  async read(written: WrittenManifest): Promise<MockServer> {
    const { name, version = '1.0.0', instructions, resources = [], prompts = [] } = written;
    this.#refuseTwins('tools', 'name', written.tools);
    this.#refuseTwins('resources', 'uri', resources);
    this.#refuseTwins('prompts', 'name', prompts);
    const tools: MockTool[] = [];
    for (const [index, tool] of written.tools.entries()) {
      tools.push(await this.#tool(tool, ['mock_server', 'tools', index]));
    }
    return {
      name,
      version,
      instructions,
      tools,
      resources: resources.map((each, index) => this.#resource(each, ['mock_server', 'resources', index])),
      prompts: prompts.map((each, index) => this.#prompt(each, ['mock_server', 'prompts', index])),
    };
  }

  async #tool(written: WrittenTool, at: ValuePath): Promise<MockTool> {
    const { name, title, description, annotations, response } = written;
    const input = this.#either(
      at,
      ['input_schema', written.input_schema],
      ['inputSchema', written.inputSchema],
    );
    const inputSchema = { type: 'object', ...input?.value };
    const outputSchema = this.#either(
      at,
      ['output_schema', written.output_schema],
      ['outputSchema', written.outputSchema],
    );
    const checkArguments = await this.#schema(inputSchema, input?.path ?? at);
    if (inputSchema.type !== 'object') {
      this.#fault(
        [...(input?.path ?? at), 'type'],
        'must be `object`, because the arguments of a tool are an object',
      );
    }
    if (outputSchema) await this.#schema(outputSchema.value, outputSchema.path);
    return {
      name,
      listed: present({
        name,
        title,
        description,
        inputSchema,
        outputSchema: outputSchema?.value,
        annotations: annotations && present(annotations),
      }),
      checkArguments,
      response: response
        ? this.#response(response, [...at, 'response'])
        : await sampleResponse(outputSchema?.value),
    };
  }

  async #schema(schema: Record<string, unknown>, at: ValuePath): Promise<ToolSchemaCheck> {
    const check = await compileToolSchema(schema);
    if (typeof check === 'function') return check;
    this.#fault([...at, ...check.path], check.message, check.help);
    return () => undefined;
  }

  #response(written: NonNullable<WrittenTool['response']>, at: ValuePath): MockResponse {
    const { error, content = [] } = written;
    if (error) {
      const others = Object.keys(written).filter((key) => key !== 'error');
      if (others.length > 0) this.#fault([...at, 'error'], `and \`${others[0]}\` contradict each other`);
      return {
        kind: 'error',
        code: error.code,
        message: this.#template(error.message, [...at, 'error', 'message']),
      };
    }
    const structured = this.#either(
      at,
      ['structured_content', written.structured_content],
      ['structuredContent', written.structuredContent],
    );
    const isError = this.#either(at, ['is_error', written.is_error], ['isError', written.isError]);
    return {
      kind: 'result',
      content: this.#template(content, [...at, 'content']),
      structured: structured && this.#template(structured.value, structured.path),
      isError: isError?.value ?? false,
    };
  }

  #resource(written: WrittenResource, at: ValuePath): MockResource {
    const { uri, name, title, description, text, blob } = written;
    if ((text === undefined) === (blob === undefined)) this.#fault(at, 'must have either `text` or `blob`');
    const mimeType = this.#either(
      at,
      ['mime_type', written.mime_type],
      ['mimeType', written.mimeType],
    )?.value;
    return {
      uri,
      listed: present({ uri, name, title, description, mimeType }),
      contents: present({ uri, mimeType, text, blob }),
    };
  }

  #prompt(written: WrittenPrompt, at: ValuePath): MockPrompt {
    const { name, title, description, arguments: args = [], messages } = written;
    return {
      name,
      listed: present({ name, title, description, arguments: args.map(present) }),
      required: args.filter(({ required }) => required).map((argument) => argument.name),
      messages: this.#template(messages, [...at, 'messages']),
    };
  }

  /** Compiles the value from the file, because the schema would drop a key named `__proto__`. */
  #template(value: unknown, at: ValuePath): Template {
    const faults: TemplateFault[] = [];
    const template = compileTemplate(valueAt(this.#document.value, at) ?? value, at, faults);
    for (const { path, message, help } of faults) this.#fault(path, message, help);
    return template;
  }

  /** Returns the value of a key that has two spellings, and its path. */
  #either<V>(
    at: ValuePath,
    [one, first]: readonly [key: string, value: V | undefined],
    [other, second]: readonly [key: string, value: V | undefined],
  ): { readonly value: V; readonly path: ValuePath } | undefined {
    if (first !== undefined && second !== undefined) {
      this.#fault([...at, other], `is another spelling of \`${one}\``, 'keep only one of them');
    }
    if (first !== undefined) return { value: first, path: [...at, one] };
    return second === undefined ? undefined : { value: second, path: [...at, other] };
  }

  #refuseTwins<K extends string>(list: string, key: K, all: readonly { readonly [P in K]: string }[]): void {
    const seen = new Set<string>();
    for (const [index, each] of all.entries()) {
      if (seen.has(each[key]))
        this.#fault(['mock_server', list, index, key], `\`${each[key]}\` appears twice`);
      seen.add(each[key]);
    }
  }

  #fault(path: ValuePath, message: string, help?: string): void {
    const { file, locate } = this.#document;
    this.#faults.push({ file, position: locate(path), path, message, help });
  }
}
