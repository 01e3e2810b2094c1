import { normalizeHost } from '../net/hosts.ts';
import { inThousands } from '../text/in-thousands.ts';
import { type Detector, detector } from './detector.ts';
import { type Leaf, MOST_CHARACTERS } from './leaf.ts';
import { matchesOf } from './matches.ts';
import { CONNECTING, hasFlag, isPort, programOf } from './shell-commands.ts';
import type { Span } from './span.ts';
import { LONG_RUN, TRAITS } from './traits.ts';
import { MOST_LEVELS, MOST_VALUES } from './walk.ts';

/** Services where anyone can get an address that records requests, or publish a text. */
const DROPS = compile(
  'webhook.site requestbin.com requestbin.net pipedream.net beeceptor.com requestcatcher.com hookbin.com ngrok.io ngrok.app ' +
    'ngrok-free.app trycloudflare.com burpcollaborator.net oastify.com interact.sh oast.fun oast.pro oast.live oast.site ' +
    'pastebin.com paste.ee hastebin.com dpaste.com ix.io termbin.com transfer.sh file.io 0x0.st catbox.moe anonfiles.com ' +
    'gofile.io tmpfiles.org bashupload.com dnslog.cn ceye.io canarytokens.com smee.io',
);

const DROP_PATHS =
  /^https?:\/\/(?:(?:ptb\.|canary\.)?discord(?:app)?\.com\/api\/webhooks\/|api\.telegram\.org\/bot)/i;

const BLOB = new RegExp(`(?<![A-Za-z0-9+/_-])[A-Za-z0-9+/_-]{${LONG_RUN},}={0,2}`, 'g');

/** How images begin in base64: PNG, JPEG, GIF, WebP, SVG. */
const PICTURE = /^(?:iVBORw0KGgo|\/9j\/|R0lGOD|UklGR|PHN2Zy|PD94bWwg)/;

/** Detectors of data that leaves. */
export const EGRESS_DETECTORS: readonly Detector[] = [
  detector(
    'egress.drop_host',
    'high',
    TRAITS.url,
    ['a public service that records or publishes what it receives', '`https://webhook.site/…`'],
    function* ({ urls, text }) {
      for (const { start, end, host } of urls) {
        if (isBelow(DROPS, host) || DROP_PATHS.test(text.slice(start, end))) yield { start, end };
      }
    },
  ),
  detector(
    'egress.upload',
    'high',
    TRAITS.shellWord,
    [
      "a command that sends a file or data to a host outside of the call's resource",
      '`curl -F file=@dump.sql https://…`',
    ],
    uploads,
  ),
  detector(
    'egress.webhook',
    'medium',
    TRAITS.url,
    [
      "a URL under a key such as `webhook` or `upload_url`, to a host outside of the call's resource",
      '`"webhook_url": "https://…"`',
    ],
    function* (leaf) {
      if (!leaf.field.isWebhook) return;
      for (const { start, end, host } of leaf.urls) if (isOutside(leaf, host)) yield { start, end };
    },
  ),
  detector(
    'egress.select_all',
    'medium',
    TRAITS.sqlWord,
    ['a `SELECT *` without a condition or a limit', '`SELECT * FROM users`'],
    selectsAll,
  ),
  detector(
    'egress.base64_blob',
    'medium',
    TRAITS.blob,
    [`base64 of ${LONG_RUN} characters or more that is not an image`, '`H4sIAAAAA…`'],
    function* ({ text }) {
      for (const { 0: blob, index } of matchesOf(BLOB, text)) {
        const isBlob = /[a-z]/.test(blob) && /[A-Z]/.test(blob) && /\d/.test(blob);
        const isPicture =
          PICTURE.test(blob) ||
          /data:(?:image|font|audio|video)\/[\w.+-]{1,40};base64,$/.test(
            text.slice(Math.max(0, index - 70), index),
          );
        if (isBlob && !isPicture) yield { start: index, end: index + blob.length };
      }
    },
  ),
  // the walk reports both where it cuts a text or stops, without looking at the rest
  detector(
    'egress.oversized_field',
    'medium',
    0,
    [
      `a text of more than ${inThousands(MOST_CHARACTERS)} characters: the rest is not inspected`,
      '`"content": "…"`',
    ],
    () => [],
  ),
  detector(
    'egress.oversized_arguments',
    'medium',
    0,
    [
      `arguments nested more than ${MOST_LEVELS} levels, or of more than ${inThousands(MOST_VALUES)} values: the rest is not inspected`,
      '`[[[[…]]]]`',
    ],
    () => [],
  ),
];

/** Finds command lines that send data. */
function* uploads(leaf: Leaf): Iterable<Span> {
  for (const { words, start, end, after } of leaf.commands) {
    const at = words.findIndex((word) => SENDERS.has(programOf(word)));
    const program = programOf(words[at] ?? '');
    const rest = words.slice(at + 1);
    if (at === -1 || !SENDERS.get(program)?.(rest, after)) continue;
    const hosts = leaf.urls.filter((url) => url.start >= start && url.end <= end).map(({ host }) => host);
    if (hosts.length === 0 || hosts.some((host) => isOutside(leaf, host))) yield { start, end };
  }
}

/** Programs that send data, and whether they do with these arguments. */
const SENDERS: ReadonlyMap<string, (rest: readonly string[], after: string) => boolean> = new Map([
  [
    'curl',
    (rest: readonly string[]) =>
      hasFlag(rest, 'FT', '--form', '--upload-file') ||
      rest.some(
        (word, at) =>
          /^(?:-d|--data(?:-binary|-raw|-urlencode)?)$/.test(word) && /^@|^$/.test(rest[at + 1] ?? ''),
      ) ||
      rest.some((word) => /^(?:-d|--data(?:-binary)?=)@/.test(word)),
  ],
  ['wget', (rest: readonly string[]) => rest.some((word) => /^--(?:post|body)-(?:file|data)/.test(word))],
  ['scp', (rest: readonly string[]) => /^[\w.-]{1,60}@?[\w.-]{0,200}:/.test(rest.at(-1) ?? '')],
  ['rsync', (rest: readonly string[]) => /^[\w.-]{1,60}@?[\w.-]{0,200}:/.test(rest.at(-1) ?? '')],
  ...[...CONNECTING].map((program) => [program, sendsWhatComes] as const),
]);

/** Whether a program sends its piped input to a named machine: the host with a port, or in full. */
function sendsWhatComes(rest: readonly string[], after: string): boolean {
  const [host = '', port = ''] = rest.filter((word) => !word.startsWith('-'));
  const isInFull = /^[\w.-]+$/.test(host) && host.slice(1, -1).includes('.');
  return after === '|' && (isInFull || (/^[\w-]+$/.test(host) && isPort(port)));
}

function* selectsAll({ sql, field }: Leaf): Iterable<Span> {
  for (const statement of sql.statements) {
    const words = statement.map(({ word }) => word);
    const at = words.indexOf('SELECT');
    const first = words[at + 1] === 'DISTINCT' ? at + 2 : at + 1;
    if (at === -1 || words[first] !== '*' || words[first + 1] !== 'FROM') continue;
    const rest = words.slice(first + 2);
    const bounds = /^(?:WHERE|LIMIT|FETCH|TOP|HAVING|ON|USING|ROWNUM|SAMPLE|TABLESAMPLE|PIVOT)$/;
    // in prose `select * from` is usually a quotation
    if (rest.length === 0 || rest.some((word) => bounds.test(word)) || (field.isProse && !sql.isSql))
      continue;
    yield { start: statement[at]?.start ?? 0, end: statement.at(-1)?.end ?? 0 };
  }
}

/** Whether data sent to a host leaves the resource of the call. Without a resource every host is outside. */
function isOutside({ call }: Leaf, host: string): boolean {
  const resource = call.resource?.host;
  if (resource === undefined) return true;
  const inside = normalizeHost(resource);
  const there = normalizeHost(host);
  return there !== inside && !there.endsWith(`.${inside}`);
}

function isBelow(domains: ReadonlySet<string>, host: string): boolean {
  const labels = host.split('.');
  return labels.some((_, at) => domains.has(labels.slice(at).join('.')));
}

function compile(list: string): ReadonlySet<string> {
  return new Set(list.split(' '));
}
