import { html, type Html } from './html.ts'

export const STYLE = '/_kit/style.css'

/** Returns a whole page, with a script of the app's own origin if given. */
export function page(title: string, content: Html, script?: string): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="${STYLE}" />
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

/** Returns a page with one message. */
export function message(title: string, text: string, script?: string): Html {
  return page(title, html`<p class="card">${text}</p>`, script)
}

/** Formats a time for users, with the exact one for programs. */
export function instant(iso: string): Html {
  return html`<time datetime="${iso}">${iso.slice(0, 19).replace('T', ' ')}</time>`
}
