import { html, raw } from 'hono/html'

/** Already escaped. */
export type Html = ReturnType<typeof html>

/** A whole page. `html` escapes every value that is put into it. */
export function page(title: string, content: Html): Html {
  return html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

/** A page with one sentence. */
export function message(title: string, text: string): Html {
  return page(title, html`<p class="card">${text}</p>`)
}

/** An instant as people read it; the exact one for programs. */
export function instant(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`
}

export const stylesheet = `
:root {
  color-scheme: light dark;
  --page: #fff; --card: #f6f7f9; --text: #1a2130; --quiet: #5a6475; --line: #e0e4ea; --accent: #2c55d8; --on-accent: #fff; --tint: #eaf0ff;
}
@media (prefers-color-scheme: dark) {
  :root { --page: #181c24; --card: #202530; --text: #e7eaf0; --quiet: #9ba5b6; --line: #323946; --accent: #8fabff; --on-accent: #0d1425; --tint: #26314d; }
}
* { box-sizing: border-box }
body { font: 16px/1.55 system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; margin: 0; color: var(--text); background: var(--page) }
main { max-width: 56rem; margin: 0 auto; padding: 1.5rem 1.25rem 3rem }
h1 { font-size: 1.5rem; line-height: 1.25; letter-spacing: -.02em; margin: 0 0 .8rem; overflow-wrap: anywhere }
h2 { font-size: 1.0625rem; margin: 1.8rem 0 .6rem } h3 { font-size: .9375rem; font-weight: 550; color: var(--quiet); margin: 1rem 0 .3rem }
a { color: var(--accent); text-underline-offset: .15em } small, .quiet { color: var(--quiet) } small { font-size: .8125rem }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
.card { background: var(--card); border-radius: .75rem; padding: 1rem 1.15rem; margin: 0 0 .75rem; overflow-wrap: anywhere }
.card small { display: block } .empty { color: var(--quiet); text-align: center; padding: 1.5rem }
.gone { opacity: .6 }
.broken { border-color: #c0392b } .broken b { color: #c0392b; text-transform: uppercase; font-size: .8em }
.button { display: inline-block; background: var(--accent); color: var(--on-accent); border-radius: .5rem; padding: .45rem 1rem; font-weight: 550; text-decoration: none }
.scroll { overflow-x: auto } table { border-collapse: collapse; width: 100%; font-size: .9375rem }
th, td { text-align: left; padding: .55rem .9rem .55rem 0; border-bottom: 1px solid var(--line); vertical-align: top }
th { font-size: .8125rem; font-weight: 550; color: var(--quiet) } th:last-child, td:last-child { padding-right: 0 }
td small { display: block; overflow-wrap: anywhere } time { white-space: nowrap }
.amount { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap }
.tiles { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: .75rem } .tiles .card { margin: 0 }
.tiles strong { display: block; font-size: 1.5rem; letter-spacing: -.02em; font-variant-numeric: tabular-nums }
nav { display: flex; flex-wrap: wrap; gap: .25rem; margin: 0 0 .75rem }
nav a { padding: .3rem .75rem; border-radius: .45rem; color: var(--quiet); text-decoration: none; font-weight: 500 } nav a:hover { color: var(--text) }
nav a[aria-current] { background: var(--tint); color: var(--accent) }
`
