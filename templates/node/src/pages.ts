import { html, raw } from 'hono/html'

/** Already escaped. */
export type Html = ReturnType<typeof html>

/** A whole page. `html` escapes every value that is put into it. */
export function page(title: string, content: Html): Html {
  return html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
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
  return page(title, html`<p>${text}</p>`)
}

export const stylesheet = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: #1c2330; background: #fff }
main { max-width: 46rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem }
table { border-collapse: collapse; width: 100% }
td, th { text-align: left; padding: .3rem .6rem .3rem 0; border-bottom: 1px solid #dde2ea }
.amount { text-align: right; font-variant-numeric: tabular-nums }
nav a { margin-right: 1rem }
`
