import type { Span } from './span.ts';

/** The spans of a trace, and which of them are inside others. */
export class SpanTree {
  readonly #byId: ReadonlyMap<string, Span>;
  readonly #chats: readonly Span[];
  /** The spans that hold a request to a model, outside of the tools in them. */
  readonly #holders = new Set<Span>();

  constructor(spans: readonly Span[]) {
    this.#byId = new Map(spans.map((span) => [span.id, span]));
    this.#chats = spans.filter(({ kind }) => kind === 'chat');
    for (const chat of this.#chats) {
      for (const outer of this.around(chat)) {
        if (outer.kind === 'tool') break;
        this.#holders.add(outer);
      }
    }
  }

  /** The spans around a span, from the inside. A circle of parents ends. */
  around(span: Span): Span[] {
    const found: Span[] = [];
    const known = new Set([span.id]);
    let at = span.parent;
    while (at !== undefined && !known.has(at)) {
      known.add(at);
      const parent = this.#byId.get(at);
      if (!parent) break;
      found.push(parent);
      at = parent.parent;
    }
    return found;
  }

  /** The tool that a span is inside of: the span belongs to a sub-agent, or to the work of the tool. */
  toolAround(span: Span): Span | undefined {
    return this.around(span).find(({ kind }) => kind === 'tool');
  }

  /** The agent of a span: the one that it names, else the nearest around it. */
  agentOf(span: Span): string | undefined {
    return [span, ...this.around(span)].find(({ agent }) => agent !== undefined)?.agent;
  }

  /** Whether a span of a tool is inside another of the same tool: one call, traced by two programs. */
  isTwinTool(span: Span): boolean {
    return this.around(span).some(({ tool }) => tool !== undefined && tool.name === span.tool?.name);
  }

  /** Whether a request to a model is inside a span: then that one shows what was said, and what it cost. */
  holdsChat(span: Span): boolean {
    return this.#holders.has(span);
  }

  /** Whether an earlier request took place at the same time and got the same reply: one request, traced by two programs. */
  isTwinChat(span: Span): boolean {
    const said = saidIn(span);
    if (said === undefined) return false;
    const earlier = this.#chats.slice(0, this.#chats.indexOf(span));
    // the span of a whole run repeats its last reply
    const isTwin = (each: Span) => takesPlaceWith(each, span) && saidIn(each) === said;
    return earlier.some((each) => !this.holdsChat(each) && isTwin(each));
  }
}

/** What a reply says and calls; undefined when that does not identify it. */
function saidIn({ output }: Span): string | undefined {
  const calls = output.flatMap((message) => message.calls);
  if (output.length === 0 || calls.some(({ id }) => id === undefined)) return undefined;
  return JSON.stringify([
    output.map(({ text }) => text.trim()).join(''),
    calls.map(({ id, name }) => [id, name]),
  ]);
}

function takesPlaceWith(one: Span, other: Span): boolean {
  const isInside = (a: Span, b: Span) => a.start <= b.start && b.end <= a.end && a.start < a.end;
  return isInside(one, other) || isInside(other, one);
}
