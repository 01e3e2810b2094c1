import { VERSION } from '../../version.ts';
import { PAGE_SCRIPT } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';

/** A page, and the headers that it is sent with. */
export interface ControlPage {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Returns the page of the control plane: a frame without data, which its script fills for whoever has a token. Only this style
 * and this script apply, it talks to its own server alone, and no text can become markup.
 * Spec (enforcement): "Control plane".
 * @param sha256 returns the digest of a text, in hexadecimal
 */
export function controlPage(sha256: (text: string) => string): ControlPage {
  const hash = (text: string) => `'sha256-${Buffer.from(sha256(text), 'hex').toString('base64')}'`;
  const policy = [
    "default-src 'none'",
    `script-src ${hash(PAGE_SCRIPT)}`,
    `style-src ${hash(PAGE_STYLE)}`,
    "connect-src 'self'",
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ');
  return {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy,
      'cross-origin-opener-policy': 'same-origin',
      'x-frame-options': 'DENY',
    },
    body: PAGE,
  };
}

/** A section with a heading that can take the focus. */
function section(id: string, title: string, body: string): string {
  return `<section id="${id}" aria-labelledby="${id}-title" hidden>
<h2 id="${id}-title" tabindex="-1">${title}</h2>
${body}
</section>`;
}

const HELD = section(
  'held',
  'Held calls <span id="held-count" class="count"></span>',
  '<div id="held-list"><p class="quiet">Looking…</p></div>',
);

const RULES = section(
  'rules',
  'Rules',
  `<div id="faults"></div>
<div id="rule-list"><p class="quiet">Looking…</p></div>
<p class="actions"><button type="button" id="refresh">Refresh</button></p>`,
);

const TRIALS = section(
  'trials',
  'Try',
  `<div class="columns">
<form id="try-form" aria-labelledby="try-title">
<h3 id="try-title">Try a call</h3>
<p class="quiet">What would the rules say? Nothing is called.</p>
<label for="try-tool">Tool</label>
<input id="try-tool" required autocomplete="off" spellcheck="false" placeholder="db.write">
<label for="try-server">Server (optional)</label>
<input id="try-server" autocomplete="off" spellcheck="false">
<label for="try-arguments">Arguments, as JSON</label>
<textarea id="try-arguments" rows="4" spellcheck="false">{}</textarea>
<p class="actions"><button type="submit" class="primary">Decide</button></p>
<div id="try-result"></div>
</form>
<form id="backtest-form" aria-labelledby="backtest-title">
<h3 id="backtest-title">Backtest a draft</h3>
<p class="quiet">Which decisions of the audit logs would flip? Nothing is changed.</p>
<label for="backtest-draft">A rule, or a list of rules, as JSON</label>
<textarea id="backtest-draft" rows="8" spellcheck="false">{
  "name": "My draft",
  "toolPattern": "db.*",
  "action": "require_approval"
}</textarea>
<p class="actions"><button type="submit" class="primary">Backtest</button></p>
<div id="backtest-result"></div>
</form>
</div>`,
);

const SUGGESTIONS = section(
  'suggestions',
  'Suggestions',
  `<div id="suggestion-list"></div>
<p class="actions"><button type="button" id="suggest">Look for suggestions in the logs</button></p>`,
);

const SIGN_IN = `<section id="sign-in" aria-labelledby="sign-in-title">
<h2 id="sign-in-title">Sign in</h2>
<p>Open the link that <code>mcptest gateway serve</code> printed last: it works once. Or use a token of its token file.</p>
<form id="sign-in-form">
<label for="token">Token</label>
<input id="token" type="password" required autocomplete="off">
<p class="actions"><button type="submit" class="primary">Sign in</button></p>
</form>
</section>`;

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="generator" content="mcptest ${VERSION}">
<title>mcptest gateway</title>
<link rel="icon" href="data:,">
<style>${PAGE_STYLE}</style>
</head>
<body>
<header>
<h1 id="title" tabindex="-1">mcptest gateway</h1>
<p id="rule-set" class="quiet"></p>
<p id="status" role="status" aria-live="polite" class="quiet"></p>
</header>
<main>
${SIGN_IN}
<div id="work" hidden>
${HELD}
${RULES}
${TRIALS}
${SUGGESTIONS}
</div>
</main>
<noscript><p class="banner">This page needs its script. Without it, use <code>mcptest gateway approvals</code>.</p></noscript>
<script>${PAGE_SCRIPT}</script>
</body>
</html>
`;
