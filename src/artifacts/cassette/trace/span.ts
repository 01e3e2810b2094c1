import type { ValuePath } from '../../../diagnostic.ts';
import type { Usage } from '../model.ts';
import type { Spoken } from './spoken.ts';

/** What a span did: asked a model, ran a tool, or something else, such as an agent that does both. */
export type SpanKind = 'chat' | 'tool' | 'other';

/** A call of a tool that has a span of its own. */
export interface ToolRun {
  readonly name: string | undefined;
  readonly id: string | undefined;
  /** Undefined when the program did not record them. */
  readonly args: unknown;
  readonly argsPath: ValuePath;
  /** An attribute that may hold the arguments, if there are none where they are expected. */
  readonly stray: string | undefined;
  readonly result: unknown;
  /** Every place of the span in which its arguments and its result may be: nothing in them is a call of the agent. */
  readonly contents: readonly ValuePath[];
  readonly error: unknown;
  readonly isError: boolean;
}

/** A span of a trace, whatever program wrote it. */
export interface Span {
  readonly trace: string;
  readonly id: string;
  readonly parent: string | undefined;
  readonly kind: SpanKind;
  /** In milliseconds. */
  readonly start: number;
  readonly end: number;
  readonly failed: boolean;
  /** The agent that the span names. */
  readonly agent: string | undefined;
  readonly model: string | undefined;
  readonly provider: string | undefined;
  readonly input: readonly Spoken[];
  readonly output: readonly Spoken[];
  readonly system: string | undefined;
  readonly tool: ToolRun | undefined;
  /** Undefined when the span does not state any. */
  readonly usage: Usage | undefined;
  /** In dollars. */
  readonly cost: number | undefined;
  /** What the span was given, and gave back, as text. It counts where no message was recorded. */
  readonly asked: string | undefined;
  readonly replied: string | undefined;
  /** What the span holds, decoded: every path of its messages and its call leads into it. */
  readonly plain: { readonly others: unknown; readonly around?: unknown };
}
