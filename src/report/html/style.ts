/** The style of every page. The policy of a page names its digest. */
export const STYLE = `
:root { color-scheme: light dark; --line: #d0d7de; --quiet: #57606a; --quiet-back: #eef1f4; --good: #116329; --good-back: #dafbe1; --bad: #a40e26; --bad-back: #ffebe9; --caution: #6f4400; --caution-back: #fff1cc; --note: #0550ae; --note-back: #ddf4ff; --back: #f6f8fa; --page: #fff; --text: #1f2328; --accent: #0550ae }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --quiet: #9da7b3; --quiet-back: #21262d; --good: #6bdc80; --good-back: #12341d; --bad: #ff9b93; --bad-back: #441a1a; --caution: #eec25a; --caution-back: #3b2c0a; --note: #79b8ff; --note-back: #10263f; --back: #161b22; --page: #0d1117; --text: #e6edf3; --accent: #79b8ff } }
* { box-sizing: border-box }
[hidden] { display: none !important }
html { scroll-padding-top: 5rem }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
header, main, .filters, footer { max-width: 64rem; margin: 0 auto; padding: 0 1rem }
header { padding-top: 1.5rem }
.kind { margin: 0 0 .5rem; color: var(--quiet); font-size: .875rem } .kind b { color: var(--text) }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0; display: flex; gap: .25rem .75rem; align-items: baseline; flex-wrap: wrap } h1 > span:last-child { flex: 1 1 15rem }
h2 { font-size: 1.125rem; margin: 2rem 0 .5rem } h3 { font-size: 1rem; margin: 0; display: flex; gap: .25rem .625rem; align-items: baseline } h3 > a { flex: 1; min-width: 0 } h4 { font-size: .9375rem; margin: .75rem 0 .25rem }
p, ul { margin: .375rem 0 } ul { padding-left: 1.25rem } a { color: var(--accent) }
.good { color: var(--good) } .bad { color: var(--bad) } .caution { color: var(--caution) } .note { color: var(--note) } .quiet { color: var(--quiet) }
.name { white-space: pre-wrap }
.text, code, pre { white-space: pre-wrap; font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; font-size: .875rem }
.chip { display: inline-block; padding: 0 .5rem; border: 1px solid currentcolor; border-radius: 1rem; font-size: .8125rem; font-weight: 600; line-height: 1.4; white-space: nowrap }
.chip.good, .counts .good { background: var(--good-back) } .chip.bad, .counts .bad { background: var(--bad-back) } .chip.caution, .counts .caution { background: var(--caution-back) } .chip.note, .counts .note { background: var(--note-back) } .chip.quiet, .counts .quiet { background: var(--quiet-back) }
h1 .chip { font-size: 1.125rem; padding: .0625rem .75rem }
.counts { display: flex; flex-wrap: wrap; gap: .5rem; list-style: none; padding: 0; margin: 1rem 0 } .counts li { min-width: 6rem; padding: .375rem .75rem; border-radius: 8px } .counts b { display: block; font-size: 1.375rem; line-height: 1.3 }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .125rem 1rem; margin: .75rem 0; font-size: .9375rem } .facts dt { color: var(--quiet) } .facts dt::first-letter { text-transform: uppercase } .facts dd { margin: 0; min-width: 0 }
.notes { list-style: none; padding: 0; margin: 1rem 0 0 } .notes li { background: var(--caution-back); color: var(--caution); border-radius: 8px; padding: .5rem .75rem; margin: .375rem 0; white-space: pre-wrap }
.filters { position: sticky; top: 0; z-index: 1; margin-top: 1rem; padding-top: .625rem; padding-bottom: .625rem; display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; background: var(--page); border-bottom: 1px solid var(--line) }
#_find { flex: 1 1 12rem } #_search { width: 100%; font: inherit; padding: .25rem .625rem; border: 1px solid var(--quiet); border-radius: 6px; background: var(--page); color: inherit }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; display: flex; flex-wrap: wrap; gap: .375rem } fieldset .chip { cursor: pointer; padding: .1875rem .625rem } fieldset input { margin: 0; vertical-align: -.0625rem; accent-color: currentcolor }
button { font: inherit; font-size: .875rem; padding: .25rem .75rem; border: 1px solid var(--quiet); border-radius: 6px; background: var(--back); color: var(--text); cursor: pointer }
#_count { color: var(--quiet); font-size: .875rem }
.item { border: 1px solid var(--line); border-left: 4px solid var(--quiet); border-radius: 8px; padding: .625rem .875rem; margin: .5rem 0; content-visibility: auto; contain-intrinsic-size: auto 5rem }
.item[data-tone=bad] { border-left-color: var(--bad) } .item[data-tone=caution] { border-left-color: var(--caution) } .item[data-tone=good] { border-left-color: var(--good) } .item[data-tone=note] { border-left-color: var(--note) }
.item > .quiet { font-size: .875rem } .item > :last-child { margin-bottom: 0 } :is(h3, th) a { color: inherit; text-decoration: none } :is(h3, th) a:is(:hover, :focus-visible) { text-decoration: underline }
:is(h3, th) a::after { content: ' #'; content: ' #' / ''; color: var(--accent); font-weight: 400 }
:target { outline: 2px solid var(--accent); outline-offset: 1px } main:target { outline: 0 }
:is(a, button, input, summary, .wide):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px } label:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px }
pre { background: var(--back); border: 1px solid var(--line); border-radius: 6px; padding: .5rem .75rem; margin: .5rem 0; max-height: 24rem; overflow: auto }
details { margin: .5rem 0 } summary { cursor: pointer; padding: .125rem 0 } section > details > summary { font-weight: 600; padding: .375rem 0 }
blockquote { margin: .5rem 0; padding: .125rem 0 .125rem .875rem; border-left: 3px solid var(--line) } blockquote p { margin: .125rem 0 } blockquote .quiet { font-size: .875rem } blockquote a { color: inherit }
.wide { overflow-x: auto; margin: .5rem 0 }
table { border-collapse: collapse; width: 100%; font-size: .9375rem } caption { text-align: left; color: var(--quiet); padding: .25rem 0 }
th, td { text-align: left; vertical-align: top; padding: .375rem 1rem .375rem 0; border-top: 1px solid var(--line); min-width: 4rem; white-space: pre-wrap } .long { content-visibility: auto; contain-intrinsic-size: auto 150rem } .long table { table-layout: fixed; min-width: 40rem } thead th { color: var(--quiet); font-weight: 600; border-top: 0; white-space: nowrap } tbody th { font-weight: 600 }
svg { max-width: 100%; height: auto }
footer { color: var(--quiet); font-size: .875rem; padding-top: 2rem; padding-bottom: 2rem }
.skip { position: absolute; left: 1rem; top: -4rem; z-index: 2; background: var(--page); padding: .375rem .75rem; border-radius: 6px } .skip:focus { top: .5rem }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
@media (max-width: 40rem) { .counts li { flex: 1 1 auto } .filters { position: static } html { scroll-padding-top: 1rem } .facts { grid-template-columns: 1fr; gap: 0 } .facts dd { margin-bottom: .375rem } th, td { min-width: 7rem } h1 { font-size: 1.25rem } }
@media print { .filters, .skip { display: none } :is(h3, th) a::after { content: none } .item, .long { content-visibility: visible } .item { break-inside: avoid } pre { max-height: none } details::details-content { content-visibility: visible } header, main, footer { max-width: none } }
`;
