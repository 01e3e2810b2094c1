import type { Span } from './span.ts';

/** The spans of a trace, and which of them are inside others. */
export class SpanTree {
  readonly #byId: ReadonlyMap<string, Span>;
  /** The spans that hold a request to a model, outside of the tools in them. */
  readonly #holders = new Set<Span>();
  readonly #twins: ReadonlySet<Span>;

  /** @param spans in the order of their start, then of their end */
  constructor(spans: readonly Span[]) {
    this.#byId = new Map(spans.map((span) => [span.id, span]));
    const chats = spans.filter(({ kind }) => kind === 'chat');
    for (const chat of chats) {
      for (const outer of this.around(chat)) {
        if (outer.kind === 'tool') break;
        this.#holders.add(outer);
      }
    }
    // the span of a whole run repeats its last reply
    this.#twins = twinsAmong(chats, (span) => !this.#holders.has(span));
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
    return this.#twins.has(span);
  }
}

/**
 * Returns the requests that took place while an earlier one with the same reply did: one of the two spans lies inside the
 * other. The requests are in the order of their start, so a span can be inside an earlier one only if that ends later, and
 * around it only if both start at once.
 * @param counts whether another span may be a twin of this one
 */
function twinsAmong(chats: readonly Span[], counts: (span: Span) => boolean): Set<Span> {
  const twins = new Set<Span>();
  const earlier = new Map<string, { lastStart: number; lastEnd: number }>();
  for (const span of chats) {
    const said = saidIn(span);
    if (said === undefined) continue;
    const { start, end } = span;
    const lasts = start < end;
    const known = earlier.get(said);
    if (known && (end <= known.lastEnd || (lasts && start === known.lastStart))) twins.add(span);
    if (!counts(span)) continue;
    // a span without duration has nothing inside it
    const lastEnd = Math.max(
      known?.lastEnd ?? Number.NEGATIVE_INFINITY,
      lasts ? end : Number.NEGATIVE_INFINITY,
    );
    earlier.set(said, { lastStart: start, lastEnd });
  }
  return twins;
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
