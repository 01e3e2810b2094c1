import { SOME_AGENT } from './agents.ts';
import type { Conversation, Speaker } from './conversation.ts';

/** Finds out who says a message: the agent of the session, or a sub-agent. */
export class Speakers {
  readonly #conversation: Conversation;
  /** The sub-agent whose own session this is: the one of the first message, until another agent says one. */
  #own: { readonly agent: string | undefined } | undefined;

  constructor(conversation: Conversation) {
    this.#conversation = conversation;
  }

  /**
   * Returns who says the message of a row. A session that has rows of a sub-agent alone is its own, with its replies.
   * @param fileAgent the sub-agent whose file is read
   */
  of(row: Readonly<Record<string, unknown>>, fileAgent: string | undefined): Speaker {
    const { isSidechain, agentId, parent_tool_use_id: parent } = row;
    if (fileAgent !== undefined) return { agent: textOr(agentId, fileAgent), replies: false };
    if (isSidechain !== true && typeof parent !== 'string') {
      if (this.#own?.agent !== undefined) this.#endOwnSession(this.#own.agent);
      this.#own = { agent: undefined };
      return { replies: true };
    }
    const agent = textOr(agentId ?? parent, SOME_AGENT);
    this.#own ??= { agent };
    return { agent, replies: this.#own.agent === agent };
  }

  /** What was taken for replies were texts of a sub-agent: the session goes on with rows of its agent. */
  #endOwnSession(agent: string): void {
    this.#conversation.endReply();
    this.#conversation.events.rewind({ turns: 0, calls: 0, user: undefined }, { agent });
  }
}

/** A text, or another one if it is missing or empty. */
export function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
