type Json = Readonly<Record<string, unknown>>;

/** A value of OTLP JSON. */
export function anyValue(value: unknown): Json {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value === 'boolean') return { boolValue: value };
  if (typeof value === 'number') return { intValue: String(value) };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(anyValue) } };
  return { kvlistValue: { values: pairs(value as Json) } };
}

function pairs(members: Json) {
  return Object.entries(members).map(([key, value]) => ({ key, value: anyValue(value) }));
}

/** An event of a span. */
export function spanEvent(name: string, attributes: Json): Json {
  return { name, timeUnixNano: '1', attributes: pairs(attributes) };
}

/** A span from one second of the trace to another. Its id is one letter, and its parent the letter after a `/`. */
export function span(
  id: string,
  seconds: readonly [number, number],
  attributes: Json,
  more: Json = {},
): Json {
  const [own = '', parent] = id.split('/');
  const nano = (second: number) => `${1_790_000_000 + second}000000000`;
  return {
    traceId: 't'.repeat(32),
    spanId: own.repeat(16),
    ...(parent !== undefined && { parentSpanId: parent.repeat(16) }),
    name: 'span',
    startTimeUnixNano: nano(seconds[0]),
    endTimeUnixNano: nano(seconds[1]),
    attributes: pairs(attributes),
    ...more,
  };
}

/** A document of OTLP JSON. */
export function otlp(...spans: readonly Json[]) {
  return {
    resourceSpans: [{ resource: { attributes: [] }, scopeSpans: [{ scope: { name: 'harbour' }, spans }] }],
  };
}

/** The attributes of a request to a model, in the conventions of OTel GenAI. */
export function chat(input: readonly unknown[], output: readonly unknown[], more: Json = {}): Json {
  return {
    'gen_ai.operation.name': 'chat',
    'gen_ai.response.model': 'harbour-1',
    'gen_ai.input.messages': JSON.stringify(input),
    'gen_ai.output.messages': JSON.stringify(output),
    ...more,
  };
}

/** The attributes of a call of a tool. */
export function toolRun(name: string, id: string | undefined, args: Json, more: Json = {}): Json {
  return {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': name,
    ...(id !== undefined && { 'gen_ai.tool.call.id': id }),
    'gen_ai.tool.call.arguments': JSON.stringify(args),
    ...more,
  };
}

/** Messages of OTel GenAI. */
export const said = {
  user: (text: string) => ({ role: 'user', parts: [{ type: 'text', content: text }] }),
  agent: (text: string) => ({
    role: 'assistant',
    parts: [{ type: 'text', content: text }],
    finish_reason: 'stop',
  }),
  call: (...calls: readonly (readonly [id: string | undefined, name: string, args: unknown])[]) => ({
    role: 'assistant',
    parts: calls.map(([id, name, args]) => ({ type: 'tool_call', ...(id && { id }), name, arguments: args })),
  }),
  answer: (id: string | undefined, response: unknown) => ({
    role: 'tool',
    parts: [{ type: 'tool_call_response', ...(id && { id }), response }],
  }),
};
