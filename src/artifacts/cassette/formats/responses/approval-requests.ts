import { scalarText } from '../../../../values/scalar-text.ts';
import type { EventReader } from '../../events/event-reader.ts';
import type { Item } from './items.ts';

/**
 * Keeps account of the requests to approve a call to an MCP server. An approved call has an item of its own, which may
 * name the request; a denied one was never made. Any other may have been made, and is not recorded.
 */
export class ApprovalRequests {
  /** The tools of the requests that wait, by the id of the request. */
  readonly #open = new Map<unknown, string>();
  readonly #ids = new Set<unknown>();

  /** Takes a request: `{id, name, arguments, server_label}`. */
  ask({ id, name, server_label }: Item): void {
    this.#ids.add(id);
    this.#open.set(id, toolOf(server_label, name));
  }

  /** Takes an answer: `{approval_request_id, approve}`. */
  answer({ approval_request_id, approve }: Item): void {
    if (approve === false) this.#open.delete(approval_request_id);
  }

  /** Takes a call, which may be one that was approved. */
  made({ type, name, server_label, approval_request_id }: Item): void {
    if (type !== 'mcp_call' || this.#open.delete(approval_request_id)) return;
    const tool = toolOf(server_label, name);
    const asked = [...this.#open].find(([, each]) => each === tool);
    if (asked) this.#open.delete(asked[0]);
  }

  /** Whether a request has this id. */
  has(id: string): boolean {
    return this.#ids.has(id);
  }

  /** Notes the requests of which no one knows what became. */
  noteOpen(events: EventReader): void {
    for (const _ of this.#open) events.unread('a request to approve a call');
  }
}

function toolOf(server: unknown, tool: unknown): string {
  return `${scalarText(server)} ${scalarText(tool)}`;
}
