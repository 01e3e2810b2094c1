import { VERSION } from '../../version.ts';
import { escapeHtml } from './escape-html.ts';
import { STYLE, STYLE_DIGEST } from './style.ts';

/** Nothing is loaded, nothing runs, and only the style of the page itself applies. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_DIGEST}'; base-uri 'none'; form-action 'none'`;

/**
 * Makes a page that needs no other file and no network.
 * Spec (reports): "Reports that people look at"
 * @param title text
 * @param body HTML, in which every text of an input is escaped: see {@link escapeHtml}
 */
export function htmlPage(title: string, body: string): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    `<meta name="generator" content="mcptest ${VERSION}">`,
    `<title>${escapeHtml(title)}</title>`,
    `<style>${STYLE}</style>`,
    '</head>',
    '<body>',
    '<main>',
    body,
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
