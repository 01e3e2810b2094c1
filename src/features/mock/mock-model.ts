import type { ToolSchemaCheck } from '../../mcp/tool-schema.ts';
import type { Template } from './response-template.ts';

/** The answer of a mock tool. */
export type MockResponse =
  | {
      readonly kind: 'result';
      readonly content: Template;
      readonly structured: Template | undefined;
      readonly isError: boolean;
    }
  | { readonly kind: 'error'; readonly code: number; readonly message: Template }
  /** The manifest has no answer and no sample could be generated, with the reason. */
  | { readonly kind: 'none'; readonly reason: string };

/** A tool of a mock: its listing, the check of its arguments, and its answer. */
export interface MockTool {
  readonly name: string;
  /** The tool as the server lists it. */
  readonly listed: Readonly<Record<string, unknown>>;
  readonly checkArguments: ToolSchemaCheck;
  readonly response: MockResponse;
}

/** A resource of a mock. */
export interface MockResource {
  readonly uri: string;
  readonly listed: Readonly<Record<string, unknown>>;
  /** The content: `text` or `blob`, in the form of the protocol. */
  readonly contents: Readonly<Record<string, unknown>>;
}

/** A prompt of a mock. */
export interface MockPrompt {
  readonly name: string;
  readonly listed: Readonly<Record<string, unknown>>;
  readonly required: readonly string[];
  readonly messages: Template;
}

/** A server that answers from a file. */
export interface MockServer {
  readonly name: string;
  readonly version: string;
  readonly instructions: string | undefined;
  readonly tools: readonly MockTool[];
  readonly resources: readonly MockResource[];
  readonly prompts: readonly MockPrompt[];
}
