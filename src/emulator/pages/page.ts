import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'

export type Html = HtmlEscapedString | Promise<HtmlEscapedString>

export interface Page {
  readonly title: string
  readonly body: Html
  readonly status?: number
  /** Other origins that a form of this page may reach, including by a redirect. */
  readonly formAction?: string
  /** Origin that the page may frame. */
  readonly frameSrc?: string
  /** Language of the page for screen readers, by default English. */
  readonly language?: string
  /** URLs of scripts on this origin. */
  readonly scripts?: readonly string[]
  /** Name of the site in the top bar. */
  readonly part?: string
  /** Other parts of the bar: the navigation, the signed-in user. */
  readonly bar?: Html
  /** Buttons next to the title. */
  readonly actions?: Html
  /** `narrow`: one decision. `wide`: the full window width. `state`: one centered sentence. */
  readonly width?: 'narrow' | 'wide' | 'state'
}

export interface Link {
  readonly href: string
  readonly text: string
}

/** Returns the headers of every page: no content from other origins, no framing (T10), no caching (T3). */
function pageHeaders({ formAction, frameSrc, scripts = [] }: Page): Record<string, string> {
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': [
      "default-src 'none'",
      "style-src 'self'",
      "img-src 'self'",
      ...(scripts.length === 0 ? [] : ["script-src 'self'", "connect-src 'self'"]),
      `form-action 'self'${formAction === undefined ? '' : ` ${formAction}`}`,
      `frame-src ${frameSrc ?? "'none'"}`,
      "frame-ancestors 'none'",
      "base-uri 'none'",
    ].join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    // Not no-referrer: with it a browser sends `Origin: null` with our own forms, and that header distinguishes them from other sites' forms.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
}

/** Creates a complete HTML page that works without JavaScript. `html` escapes the interpolated values of its parts. */
export async function page(content: Page): Promise<Response> {
  const { title, body, status = 200, part, bar, actions, scripts = [], width = '', language = 'en' } = content
  const heading = html`<h1>${title}</h1>`
  const text = await html`<!doctype html>
    <html lang="${language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title} · svcapp emulator</title>
        <link rel="icon" href="/_icon.svg" />
        <link rel="stylesheet" href="/_style.css" />
        ${scripts.map((address) => html`<script src="${address}"></script>`)}
      </head>
      <body>
        <a class="skip" href="#main">Skip to content</a>
        <header>
          <div class="brand">svcapp <span>${part ?? 'emulator'}</span></div>
          ${bar ?? ''}
        </header>
        <main id="main" class="${width}">
          ${actions === undefined ? heading : html`<div class="title">${heading} ${actions}</div>`} ${body}
        </main>
      </body>
    </html>`
  // Lines between tags are indentation of our sources. Text of a field or record has no tag next to its line break.
  return new Response(text.replaceAll(/>\s*\n\s*</g, '>\n<'), { status, headers: pageHeaders(content) })
}

/** Parts of an error page. */
export type Rejection = Pick<Page, 'title' | 'part' | 'bar' | 'scripts' | 'language'> & {
  readonly message: string | Html
  readonly status: number
  /** Link to continue with. */
  readonly back?: Link
}

/** Creates the page of an error that a user sees. */
export function errorPage({ message, back, ...rest }: Rejection): Promise<Response> {
  return page({
    ...rest,
    width: 'state',
    body: html`${rest.status < 400 ? '' : html`<p class="status">Error ${rest.status}</p>`}
      <p class="error">${typeof message === 'string' ? prose(message) : message}</p>
      ${back === undefined ? '' : html`<a class="button main" href="${back.href}">${back.text}</a>`}`,
  })
}

/** Formats a sentence, with text in backticks as code. */
export function prose(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`
}

/** Creates a response with only this text, such as a documented error. */
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

/** Serves a script of our own pages as a file, because they allow no inline scripts. No other site can load it. */
export function scriptAnswer(script: string): Response {
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
  return new Response(`{${script}}`, { headers })
}

/** Serves JSON for our own pages and tools. It is not cached, and no other site can read it. */
export function jsonAnswer(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': 'application/json; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': 'same-origin',
    },
  })
}

/** Creates a 303 redirect, which the browser follows with GET. */
export function redirectTo(location: string, cookie?: string): Response {
  const headers = new Headers({ Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  if (cookie !== undefined) headers.set('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}
