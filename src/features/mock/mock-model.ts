import type { ToolSchemaCheck } from '../../mcp/tool-schema.ts';
import type { Template } from './response-template.ts';

/** What a mock tool answers. */
export type MockResponse =
  | {
      readonly kind: 'result';
      readonly content: Template;
      readonly structured: Template | undefined;
      readonly isError: boolean;
    }
  | { readonly kind: 'error'; readonly code: number; readonly message: Template }
  /** No answer is written and none can be made: why. */
  | { readonly kind: 'none'; readonly reason: string };

/** A tool of a mock: how it is listed, what it takes and what it answers. */
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
  /** What it holds: `text` or `blob`, as the protocol has it. */
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
