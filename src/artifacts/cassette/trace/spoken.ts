import type { ValuePath } from '../../../diagnostic.ts';

/** A call in a message. */
export interface SpokenCall {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly args: unknown;
  readonly argsPath: ValuePath;
  readonly path: ValuePath;
}

/** The answer to a call in a message. */
export interface SpokenAnswer {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly result: unknown;
  readonly error: unknown;
  readonly isError: boolean;
  readonly path: ValuePath;
}

/** A message of a model, a user or a tool, whatever program wrote it. */
export interface Spoken {
  readonly role: 'system' | 'user' | 'agent';
  readonly text: string;
  readonly calls: readonly SpokenCall[];
  readonly answers: readonly SpokenAnswer[];
  /** The model, or its provider, marked the message as a refusal. */
  readonly isRefusal?: true;
  readonly path: ValuePath;
}

/** Whether the messages were given to a model, or came from it: a message without a role is a reply then. */
export type Side = 'input' | 'output';
