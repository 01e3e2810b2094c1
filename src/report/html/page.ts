import type { Tone } from '../../text/tone.ts';
import { VERSION } from '../../version.ts';
import { SCRIPT_DIGEST, STYLE_DIGEST } from './digests.ts';
import { escapeHtml } from './escape-html.ts';
import { pairs } from './parts.ts';
import { SCRIPT } from './script.ts';
import { STYLE } from './style.ts';

/** Nothing is loaded, and only the style and the script of the page itself apply. No text can become markup. */
const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${SCRIPT_DIGEST}'`,
  `style-src 'sha256-${STYLE_DIGEST}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

/** A number that a reader looks for: `3` `failed`. */
export interface Count {
  readonly value: number;
  /** Text. */
  readonly label: string;
  /** Its colour; a count of zero is quiet. */
  readonly tone: Tone;
}

/**
 * What a page says. Every text here is plain text, which the frame escapes; only `body` is HTML, made of the functions of
 * `parts.ts` and `table.ts`, or of text that went through {@link escapeHtml}.
 */
export interface Page {
  /** What is reported: `Test run`. */
  readonly kind: string;
  /** The verdict: `PASS`. */
  readonly verdict: { readonly word: string; readonly tone: Tone };
  /** The result in a line. */
  readonly headline: string;
  /** The numbers below the headline. */
  readonly counts?: readonly Count[];
  /** What the report is about, as label and text: `['Started', '2026-01-02T03:04:05Z']`. */
  readonly facts?: readonly (readonly [string, string])[];
  /** What the reader should know before anything else. */
  readonly notes?: readonly string[];
  /** The parts of the page: HTML. What is wrong comes first, the rest is folded. */
  readonly body: readonly string[];
}

/**
 * Makes a page that needs no other file and no network. Its script filters the items (see `parts.ts`), opens what a link
 * leads to, and opens everything for a printer; without it the page is complete, and has no filter.
 * Spec (reports): "Reports that people look at"
 */
export function htmlPage({ kind, verdict, headline, body, ...more }: Page): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    `<meta name="generator" content="mcptest ${VERSION}">`,
    `<title>${escapeHtml(`${verdict.word}: ${headline}`)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<a class="skip" href="#_main">Skip to the results</a>',
    '<header>',
    `<p class="kind"><b>mcptest</b> ${escapeHtml(kind)}</p>`,
    `<h1><span class="chip ${verdict.tone}">${escapeHtml(verdict.word)}</span> <span class="name">${escapeHtml(headline)}</span></h1>`,
    ...countList(more.counts ?? []),
    ...(more.facts ? [pairs(more.facts)] : []),
    '</header>',
    FILTERS,
    '<main id="_main" tabindex="-1">',
    ...noteList(more.notes ?? []),
    ...body,
    '</main>',
    `<footer>Made by mcptest ${VERSION}. This page loads nothing and sends nothing.</footer>`,
    `<script>${SCRIPT}</script>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

/** What the script fills and shows. The names start with `_`, which no name of a part does. */
const FILTERS = `<div id="_filters" class="filters" role="search" aria-label="Filter the results" hidden>
<div id="_find"><input id="_search" type="search" placeholder="Filter by text" aria-label="Filter by text" autocomplete="off" spellcheck="false"></div>
<fieldset id="_marks" hidden><legend class="unseen">Show only</legend></fieldset>
<button type="button" id="_expand">Expand all</button>
<span id="_count" role="status"></span>
</div>`;

function countList(counts: readonly Count[]): string[] {
  if (counts.length === 0) return [];
  const items = counts.map(
    ({ value, label, tone }) =>
      `<li class="${value === 0 ? 'quiet' : tone}"><b>${value}</b> ${escapeHtml(label)}</li>`,
  );
  return ['<ul class="counts">', ...items, '</ul>'];
}

function noteList(notes: readonly string[]): string[] {
  if (notes.length === 0) return [];
  return ['<ul class="notes">', ...notes.map((note) => `<li>${escapeHtml(note)}</li>`), '</ul>'];
}
