/** The style of every page. The policy of a page names its digest, see {@link STYLE_DIGEST}. */
export const STYLE = `
:root { color-scheme: light dark; --line: #d0d7de; --quiet: #57606a; --good: #116329; --bad: #b3261e; --caution: #7d4e00; --back: #f6f8fa }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --quiet: #9198a1; --good: #56d364; --bad: #ff8f86; --caution: #e3b341; --back: #151b23 } }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1rem; max-width: 70rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.5rem; margin: 0 0 .5rem } h2 { font-size: 1.2rem; margin: 1.5rem 0 .5rem } h3 { font-size: 1rem; margin: 0 }
p, ul, li { margin: .25rem 0 }
.good { color: var(--good) } .bad { color: var(--bad) } .caution { color: var(--caution) } .quiet { color: var(--quiet) }
.text { white-space: pre-wrap; font-family: ui-monospace, monospace; font-size: .875rem }
article { border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem; margin: .5rem 0 }
article.fail, article.error { border-left: 4px solid var(--bad) }
article:target { outline: 2px solid var(--caution) }
pre { background: var(--back); padding: .5rem; margin: .25rem 0; overflow: auto; white-space: pre-wrap }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .25rem .5rem; border-top: 1px solid var(--line) }
summary { cursor: pointer; padding: .25rem 0 }
@media print { article { break-inside: avoid } }
`;

/** The SHA-256 of {@link STYLE} in base64. A test computes it again. */
export const STYLE_DIGEST = 'MAigkAvH5AEA9aWnaolHvaMUJ4nROgSs+WmkMq/Og/s=';
