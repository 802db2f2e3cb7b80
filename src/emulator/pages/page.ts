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
  /** What its words are in, for a screen reader; English when left out. */
  readonly language?: string
  /** Addresses of scripts of this origin. */
  readonly scripts?: readonly string[]
  /** Which part of the platform this is, in the bar on top. */
  readonly part?: string
  /** Further parts of the bar: the navigation, who is signed in. */
  readonly bar?: Html
  /** Buttons next to the title. */
  readonly actions?: Html
  /** `narrow`: one thing to decide. `wide`: as much as the window has. `state`: one sentence, in the middle. */
  readonly width?: 'narrow' | 'wide' | 'state'
}

export interface Link {
  readonly href: string
  readonly text: string
}

/** Headers of every page: nothing is loaded from elsewhere, nothing frames it (T10), nothing keeps it (T3). */
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
    // Not no-referrer: with it a browser sends `Origin: null` with our own forms, and that header tells them from foreign ones.
    'Referrer-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
}

/** One whole HTML page that works without JavaScript. What is interpolated into its parts is escaped by `html`. */
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
  // Lines between tags are indentation of our sources; text of a field or a record has no tag next to its line break.
  return new Response(text.replaceAll(/>\s*\n\s*</g, '>\n<'), { status, headers: pageHeaders(content) })
}

/** What a refusal is made of. */
export type Refusal = Pick<Page, 'title' | 'part' | 'bar' | 'scripts' | 'language'> & {
  readonly message: string | Html
  readonly status: number
  /** Where it leads on to. */
  readonly back?: Link
}

/** A refusal that a person sees on their own screen. */
export function errorPage({ message, back, ...rest }: Refusal): Promise<Response> {
  return page({
    ...rest,
    width: 'state',
    body: html`${rest.status < 400 ? '' : html`<p class="status">Error ${rest.status}</p>`}
      <p class="error">${typeof message === 'string' ? prose(message) : message}</p>
      ${back === undefined ? '' : html`<a class="button main" href="${back.href}">${back.text}</a>`}`,
  })
}

/** A sentence in which words between backticks are commands. */
function prose(text: string): Html {
  return html`${text.split('`').map((part, at) => (at % 2 === 0 ? part : html`<code>${part}</code>`))}`
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

/** A script of our own pages, as a separate block: they allow none inside them. No other site loads it. */
export function scriptAnswer(script: string): Response {
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  }
  return new Response(`{${script}}`, { headers })
}

/** JSON for our own pages and tools: nothing keeps it, no other site reads it. */
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

/** 303: the browser goes there with GET. */
export function redirectTo(location: string, cookie?: string): Response {
  const headers = new Headers({ Location: location, 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' })
  if (cookie !== undefined) headers.set('Set-Cookie', cookie)
  return new Response(null, { status: 303, headers })
}
