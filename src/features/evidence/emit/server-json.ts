import { InputError } from '../../../errors.ts';
import { escapeJson } from '../../../text/escape-terminal.ts';
import { PREDICATE_TYPE } from '../signature/in-toto.ts';

/** The key under which the official MCP registry keeps the additions of a publisher to a server.json. */
const PUBLISHER_PROVIDED = 'io.modelcontextprotocol.registry/publisher-provided';

/** The block must be smaller than this, in bytes, or the registry refuses it. */
const MOST_BYTES = 4096;

/**
 * Returns the `_meta` block that names an artifact in a server.json.
 * @param sha256 the digest of the artifact's bytes, in hexadecimal
 * @throws InputError when the URL is not a public https URL, or the registry would refuse the block
 */
export function toServerJsonMeta(url: string, sha256: string): Record<string, unknown> {
  refuseUnpublishable(url);
  const evidence = { url, sha256, predicateType: PREDICATE_TYPE };
  const block = { _meta: { [PUBLISHER_PROVIDED]: { 'dev.mcptest/evidence': evidence } } };
  // measured as printed: escapes are longer than the characters they replace
  const size = new TextEncoder().encode(escapeJson(JSON.stringify(block, null, 2))).length;
  if (size < MOST_BYTES) return block;
  throw new InputError({
    message: `the block is ${size} bytes long, but the registry accepts fewer than ${MOST_BYTES}`,
    help: 'publish the artifact under a shorter URL',
  });
}

function refuseUnpublishable(url: string): void {
  // a parser drops blanks and control characters and repairs slashes, so the URL it returns is not the one that is published
  const isPlain = /^https:\/\/[^\\\s\p{C}/?#]/iu.test(url) && !/[\\\s\p{C}]/u.test(url);
  const parsed = isPlain && URL.canParse(url) ? new URL(url) : undefined;
  if (parsed && parsed.username === '' && parsed.password === '' && !/^https:\/\/[^/?#]*@/i.test(url)) return;
  throw new InputError({
    // the value is not shown: it may contain a password
    message: `--url must be an https URL without credentials`,
    help: 'write a URL such as https://example.com/evidence.json',
  });
}
