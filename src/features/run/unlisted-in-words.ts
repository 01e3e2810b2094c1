import type { Listing, McpRequest } from '../../mcp/exchange.ts';
import { clip } from '../../text/clip.ts';
import { nearest } from '../../text/nearest.ts';
import { own } from '../../values/own-property.ts';

/** Says that a server does not list what is asked for, and what may have been meant. */
export function unlistedInWords(request: McpRequest, listing: Listing): string {
  const { kind } = request;
  const wanted = kind === 'resource' ? request.uri : request.name;
  const names = namesOf(listing);
  const other = (['tool', 'prompt', 'resource'] as const).find((each) => names[each].includes(wanted));
  const near = other === undefined ? nearest(wanted, names[kind]) : undefined;
  const hint =
    other === undefined
      ? near === undefined
        ? ''
        : `; did you mean \`${clip(near)}\`?`
      : `; \`${other}: ${clip(wanted)}\` would be listed`;
  const hasNone = names[kind].length === 0 && (kind !== 'resource' || listing.templates.length === 0);
  return `the server lists no ${hasNone ? `${kind}s at all` : `${kind} \`${clip(wanted)}\``}${hint}`;
}

function namesOf({ tools, prompts, resources }: Listing): Record<McpRequest['kind'], readonly string[]> {
  const texts = (entries: Listing[keyof Listing], key: string) =>
    entries.map((entry) => own(entry, key)).filter((name) => typeof name === 'string');
  return { tool: texts(tools, 'name'), prompt: texts(prompts, 'name'), resource: texts(resources, 'uri') };
}
