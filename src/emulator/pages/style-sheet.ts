/** The one style sheet of all pages: loaded from the page's own origin, so that no page needs inline styles (its CSP allows none). */
export function styleSheet(): Response {
  return new Response(css, { headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-store' } })
}

const colours = `
:root {
  color-scheme: light dark;
  --page: #f5f6f8; --card: #fff; --text: #1a2130; --quiet: #5a6475; --line: #e0e4ea; --field: #fff; --hover: #f0f2f6;
  --accent: #2c55d8; --accent-hover: #2345b4; --on-accent: #fff; --tint: #eaf0ff;
  --good: #0a6b3c; --good-tint: #e2f5ea; --wait: #7a4e00; --wait-tint: #fdf1d8; --bad: #a8231b; --bad-tint: #fdeae8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0f1218; --card: #181c24; --text: #e7eaf0; --quiet: #9ba5b6; --line: #2b313d; --field: #11151c; --hover: #222834;
    --accent: #8fabff; --accent-hover: #abc0ff; --on-accent: #0d1425; --tint: #1d2740;
    --good: #6fd69c; --good-tint: #12301f; --wait: #f0c263; --wait-tint: #352910; --bad: #ff9d94; --bad-tint: #3a1917;
  }
}`

const frame = `
* { box-sizing: border-box; }
html { font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; background: var(--page); color: var(--text); }
body > header { display: flex; flex-wrap: wrap; gap: .5rem 1.25rem; align-items: center; padding: .7rem 1.25rem; background: var(--card); border-bottom: 1px solid var(--line); }
.brand { display: flex; align-items: baseline; gap: .5rem; font-weight: 650; letter-spacing: -.01em; }
.brand span { font-size: .8125rem; font-weight: 500; letter-spacing: 0; color: var(--quiet); }
body > header nav { display: flex; gap: .25rem; }
body > header nav a { padding: .3rem .65rem; border-radius: .45rem; color: var(--quiet); text-decoration: none; font-weight: 500; }
body > header nav a:hover { background: var(--hover); color: var(--text); }
body > header nav a[aria-current] { background: var(--tint); color: var(--accent); }
.session { display: flex; flex-wrap: wrap; gap: .5rem .75rem; align-items: center; margin-left: auto; font-size: .9375rem; }
.session form { display: flex; gap: .35rem; margin: 0; }
main { max-width: 62rem; margin: 0 auto; padding: 1.75rem 1.25rem 4rem; }
main.narrow { max-width: 35rem; } main.wide { max-width: 92rem; padding-bottom: 1.25rem; }
h1 { font-size: 1.6rem; line-height: 1.25; letter-spacing: -.02em; margin: 0 0 .35rem; overflow-wrap: anywhere; }
h2 { font-size: 1.0625rem; letter-spacing: -.005em; margin: 2rem 0 .7rem; scroll-margin-top: 1rem; }
h1 + .card, h1 + form, h1 + .scroll { margin-top: 1.1rem; }
p { margin: .5rem 0; } .lead { color: var(--quiet); margin: 0 0 1.1rem; overflow-wrap: anywhere; }
a { color: var(--accent); text-underline-offset: .15em; } a:hover { color: var(--accent-hover); }
small, .quiet { color: var(--quiet); } small { font-size: .8125rem; }
code { font: .875em/1.5 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (max-width: 36rem) {
  body > header { padding: .6rem 1rem; } main { padding: 1.25rem 1rem 3rem; }
  .session { margin-left: 0; width: 100%; justify-content: space-between; } .session .who { float: right; } .session > span { flex: 1 0 100%; }
}`

const parts = `
.card { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; padding: 1.1rem 1.25rem; }
.card + .card { margin-top: .75rem; } .card > :first-child { margin-top: 0; } .card > :last-child { margin-bottom: 0; } .card h2 { margin-top: 0; margin-bottom: .3rem; }
.card.row > :first-child, .card.row > :last-child { margin-block: 0; }
.card + .scroll { margin-top: .75rem; }
.row { display: flex; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; } .row > .grow { flex: 1 1 12rem; min-width: 0; overflow-wrap: anywhere; }
.row form { margin: 0; } .name { font-weight: 600; } time { white-space: nowrap; } td > .name { white-space: nowrap; } td small code { overflow-wrap: normal; }
.name + small, .under { display: block; overflow-wrap: anywhere; }
.empty { text-align: center; color: var(--quiet); padding: 1.75rem 1.25rem; }
.badge { display: inline-block; padding: .05rem .55rem; border-radius: 1rem; font-size: .8125rem; font-weight: 550; background: var(--hover); color: var(--quiet); white-space: nowrap; }
.badge.good { background: var(--good-tint); color: var(--good); } .badge.wait { background: var(--wait-tint); color: var(--wait); } .badge.bad { background: var(--bad-tint); color: var(--bad); }
p.error { background: var(--bad-tint); color: var(--bad); border-radius: .6rem; padding: .7rem 1rem; margin: 1rem 0; overflow-wrap: anywhere; }
.tabs { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0 0 1rem; } .tabs a { padding: .25rem .7rem; border-radius: 1rem; text-decoration: none; color: var(--quiet); border: 1px solid var(--line); background: var(--card); }
.tabs a:hover { color: var(--text); } .tabs a[aria-current] { background: var(--tint); border-color: transparent; color: var(--accent); font-weight: 550; }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: .75rem; }
table { border-collapse: collapse; width: 100%; font-size: .9375rem; }
th, td { text-align: left; padding: .6rem 1rem; border-bottom: 1px solid var(--line); vertical-align: top; }
tr:last-child > td { border-bottom: 0; } th { font-size: .8125rem; font-weight: 550; color: var(--quiet); white-space: nowrap; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
dl.facts { display: grid; grid-template-columns: minmax(9rem, max-content) 1fr; gap: .45rem 1.5rem; margin: 0; font-size: .9375rem; }
dl.facts dt { color: var(--quiet); } dl.facts dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 36rem) { dl.facts { grid-template-columns: 1fr; gap: 0; } dl.facts dd { margin-bottom: .6rem; } th, td { padding: .55rem .75rem; } }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .75rem; }
.grid .card + .card { margin-top: 0; } .grid form { margin: 0; } .price { font-size: 1.125rem; font-weight: 600; font-variant-numeric: tabular-nums; margin: .15rem 0 .8rem; }`

const controls = `
button, select, input { font: inherit; color: inherit; } button, select, input:not([type=checkbox]) { min-height: 2.25rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--field); padding: .25rem .8rem; }
button, .button { cursor: pointer; font-weight: 550; background: var(--card); } button:hover, .button:hover { background: var(--hover); }
.button { display: inline-block; border: 1px solid var(--line); border-radius: .5rem; padding: .3rem .8rem; text-decoration: none; color: inherit; } .button:hover { color: inherit; }
button.main, .button.main { background: var(--accent); border-color: transparent; color: var(--on-accent); } button.main:hover, .button.main:hover { background: var(--accent-hover); }
.session button, .session select { min-height: 2rem; padding: .1rem .6rem; font-size: .875rem; }
label.field { display: block; margin: .9rem 0; font-weight: 550; font-size: .9375rem; } label.field input { display: block; width: 100%; margin-top: .3rem; min-height: 2.6rem; font-weight: 400; }
.actions { display: flex; flex-wrap: wrap; gap: .6rem; margin: 1.25rem 0 0; } .actions button { min-height: 2.6rem; padding-inline: 1.4rem; }
input[type=number] { width: 5rem; } input[type=checkbox] { width: 1.1rem; height: 1.1rem; margin: .2rem 0 0; accent-color: var(--accent); flex: none; }
.permissions { list-style: none; margin: 0; padding: 0; } .permissions li + li { border-top: 1px solid var(--line); }
.permissions label { display: flex; gap: .8rem; padding: .8rem 0; } .permissions label > .grow { flex: 1; min-width: 0; }
.permissions small { display: block; } .permissions .badge { align-self: flex-start; } .permissions li.optional label { cursor: pointer; }
iframe { display: block; width: 100%; height: max(30rem, calc(100vh - 11rem)); border: 1px solid var(--line); border-radius: .75rem; background: var(--card); }
`

const css = colours + frame + parts + controls
