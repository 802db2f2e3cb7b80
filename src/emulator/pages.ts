import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export interface Page {
  readonly title: string
  readonly body: Html
  readonly status?: number
  /** Further origins to which a form of this page may lead, by a redirect too. */
  readonly formAction?: string
  /** The origin that may be framed. */
  readonly frameSrc?: string
  /** Who is signed in and where: the bar on top. */
  readonly bar?: Html
}

/** Headers of every page: nothing is loaded from elsewhere, nothing frames it (T10), nothing keeps it (T3). */
function pageHeaders({ formAction, frameSrc }: Page): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      `form-action 'self'${formAction === undefined ? '' : ` ${formAction}`}`,
      `frame-src ${frameSrc ?? "'none'"}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Not no-referrer: with it a browser sends `Origin: null` with our own forms, and they are told from foreign ones by that header.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
}

/** One whole HTML page that works without JavaScript. What is interpolated into its parts is escaped by `html`. */
export async function page(content: Page): Promise<Response> {
  const { title, body, status = 200, bar } = content
  const text = await html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <title>${title}</title>
        <link rel="stylesheet" href="/_style.css" />
      </head>
      <body>
        <header><strong>svcapp emulator</strong>${bar ?? ''}</header>
        <main>
          <h1>${title}</h1>
          ${body}
        </main>
      </body>
    </html>`
  return new Response(text.toString(), { status, headers: pageHeaders(content) })
}

/** A refusal that a person sees on their own screen. */
export function errorPage({
  title,
  message,
  status,
}: {
  title: string
  message: string
  status: number
}): Promise<Response> {
  return page({ title, status, body: html`<p class="error">${message}</p>` })
}

/** A refusal whose whole text is documented. */
export function textAnswer(status: number, text: string): Response {
  return new Response(text, {
    status,
    headers: {
      'Content-Type': 'text/plain; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    },
  })
}

/** 303: the browser goes there with GET. */
export function redirectTo(location: string, cookie?: string): Response {
  const headers = new Headers({ Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  if (cookie !== undefined) headers.set('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}

/** The one style sheet of all pages. */
export function styleSheet(): Response {
  return new Response(css, { headers: { 'Content-Type': 'text/css; charset=utf-8', 'Cache-Control': 'no-store' } })
}

const css = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; }
header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center; padding: .6rem 1.2rem; border-bottom: 1px solid #8884; }
header form { margin: 0 0 0 auto; }
main { max-width: 60rem; margin: 0 auto; padding: 1.2rem; }
main.wide { max-width: none; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.15rem; margin-top: 2rem; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #8883; vertical-align: top; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
button, select, input { font: inherit; padding: .3rem .7rem; } button.main { background: #2457d6; color: #fff; border: 0; border-radius: .3rem; }
label { display: block; margin: .4rem 0; } code { font-size: .9em; } small, .quiet { opacity: .75; }
.error { border-left: 4px solid #c33; padding: .4rem .8rem; } .actions { display: flex; gap: .8rem; margin-top: 1.2rem; }
iframe { width: 100%; height: 70vh; border: 1px solid #8884; }
`
