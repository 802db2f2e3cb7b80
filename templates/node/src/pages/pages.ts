import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { html, raw } from 'hono/html'

/** Already escaped. */
export type Html = ReturnType<typeof html>

/** A whole page, with a script of the app's own origin when one is named. `html` escapes every value that is put into it. */
export function page(title: string, content: Html, script?: string): Html {
  return html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/style.css" />
        ${script === undefined ? '' : html`<script defer src="${script}"></script>`}
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
export function message(title: string, text: string, script?: string): Html {
  return page(title, html`<p class="card">${text}</p>`, script)
}

/** An instant as people read it; the exact one for programs. */
export function instant(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`
}

const files = ['tokens.css', 'style.css'].map((name) => join(import.meta.dirname, name))

/** The one style sheet of all pages, so that none needs inline styles (the CSP allows none). */
export const stylesheet = files.map((file) => readFileSync(file, 'utf8')).join('\n')
