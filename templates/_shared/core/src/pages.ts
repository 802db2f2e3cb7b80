import { html, Html } from './html.ts'

const none = new Html('')

/** A whole page, with a script of the app's own origin when one is named. */
export function page(title: string, content: Html, script?: string): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="stylesheet" href="/tokens.css" />
        <link rel="stylesheet" href="/style.css" />
        ${script === undefined ? none : html`<script defer src="${script}"></script>`}
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
