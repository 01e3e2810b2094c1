/** The style of the page of the control plane. Its policy names the digest. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --line: #d0d7de; --quiet: #57606a; --good: #116329; --good-back: #dafbe1; --bad: #a40e26; --bad-back: #ffebe9; --caution: #6f4400; --caution-back: #fff1cc; --back: #f6f8fa; --page: #fff; --text: #1f2328; --accent: #0550ae; --on-accent: #fff }
@media (prefers-color-scheme: dark) { :root { --line: #3d444d; --quiet: #9da7b3; --good: #6bdc80; --good-back: #12341d; --bad: #ff9b93; --bad-back: #441a1a; --caution: #eec25a; --caution-back: #3b2c0a; --back: #161b22; --page: #0d1117; --text: #e6edf3; --accent: #79b8ff; --on-accent: #0d1117 } }
* { box-sizing: border-box }
[hidden] { display: none !important }
body { margin: 0; background: var(--page); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere }
header, main { max-width: 64rem; margin: 0 auto; padding: 0 1rem }
header { position: sticky; top: 0; background: var(--page); border-bottom: 1px solid var(--line); padding-top: .5rem; padding-bottom: .5rem; display: flex; flex-wrap: wrap; gap: 0 1rem; align-items: baseline; z-index: 1 }
header p { margin: 0 } #status { flex-basis: 100%; min-height: 1.5rem; font-weight: 600 }
h1 { font-size: 1.25rem; margin: 0 } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem } h3 { font-size: 1rem; margin: 0 0 .25rem }
h1:focus, h2:focus, article:focus { outline: none }
h1:focus-visible, h2:focus-visible, article:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
:is(a, button, input, textarea, summary, pre, .wide):focus-visible { outline: 3px solid var(--accent); outline-offset: 2px }
p { margin: .25rem 0 } ul { margin: .25rem 0 }
code, pre, textarea { font-family: ui-monospace, monospace; font-size: .875rem }
.quiet { color: var(--quiet) } .good { color: var(--good) } .bad { color: var(--bad) } .caution { color: var(--caution) }
.chip { display: inline-block; padding: 0 .5rem; border-radius: 1rem; font-size: .8125rem; font-weight: 600; white-space: nowrap; border: 1px solid currentcolor }
.chip.good { background: var(--good-back) } .chip.bad { background: var(--bad-back) } .chip.caution { background: var(--caution-back) }
.count:not(:empty) { display: inline-block; min-width: 1.5rem; padding: 0 .5rem; border-radius: 1rem; background: var(--accent); color: var(--on-accent); font-size: .875rem; text-align: center }
article { border: 1px solid var(--line); border-radius: 8px; padding: .75rem 1rem; margin: .75rem 0 }
article.pending { border-left: 4px solid var(--caution) }
.banner { background: var(--caution-back); color: var(--caution); border-radius: 8px; padding: .75rem 1rem; margin: .5rem 0 }
pre { background: var(--back); border-radius: 6px; padding: .5rem .75rem; margin: .5rem 0; max-height: 16rem; overflow: auto; white-space: pre-wrap }
details { margin: .5rem 0 } summary { cursor: pointer }
.wide { overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-size: .9375rem } caption { text-align: left; color: var(--quiet); padding: .25rem 0 }
th, td { text-align: left; vertical-align: top; padding: .375rem .75rem .375rem 0; border-top: 1px solid var(--line); min-width: 3.5rem }
.wide :is(th, td):nth-child(-n+2) { overflow-wrap: normal; min-width: 7rem }
thead th { color: var(--quiet); font-weight: 600; border-top: 0; white-space: nowrap } tbody th { font-weight: 600 }
.columns { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(22rem, 100%), 1fr)); gap: 1rem 2rem }
form { min-width: 0 } #sign-in-form { max-width: 24rem }
label { display: block; font-weight: 600; margin: .5rem 0 .125rem }
input, textarea { width: 100%; padding: .375rem .5rem; border: 1px solid var(--quiet); border-radius: 6px; background: var(--page); color: inherit; font-size: .9375rem }
[aria-invalid=true] { border-color: var(--bad); outline: 1px solid var(--bad) }
.actions { margin: .75rem 0 0; display: flex; flex-wrap: wrap; gap: .5rem }
button { font: inherit; font-weight: 600; padding: .3125rem .875rem; border: 1px solid var(--quiet); border-radius: 6px; background: var(--back); color: var(--text); cursor: pointer }
button.primary { background: var(--accent); border-color: var(--accent); color: var(--on-accent) }
button.danger { color: var(--bad); border-color: currentcolor } button.small { font-size: .875rem; padding: .0625rem .5rem }
button:hover { filter: brightness(1.1) }
main { padding-bottom: 4rem }
`;
