import type { Env, Hono } from 'hono'
import { html } from 'hono/html'

import { OPEN_PATH, type OpenWhat } from '../../http/page-key.ts'
import { isSameSecret } from '../../http/same-secret.ts'
import { isOwnOrigin } from '../hosts.ts'
import { page, scriptAnswer, textAnswer } from './page.ts'
import { readForm } from './read-form.ts'

export interface Entered {
  /** A path of this site. */
  readonly next: string
  readonly cookie: string
}

export interface KeyedSite {
  readonly key: string
  /** Name of the site in the page's bar. */
  readonly part: string
  /** Starts a session. Raises `emulator.unknown-store`. */
  readonly enter: (request: Request, what: OpenWhat) => Entered
}

const SCRIPT = '/_open.js'

/** Serves the page that exchanges this run's key for a session, each time its URL is opened (T18, T19). */
export function addOpenByKey<E extends Env>(app: Hono<E>, { key, part, enter }: KeyedSite): void {
  app.get(OPEN_PATH, () =>
    page({
      title: 'Signing in',
      part,
      width: 'state',
      scripts: [SCRIPT],
      body: html`<p class="lead">One moment.</p>`,
    }),
  )
  app.get(SCRIPT, () => scriptAnswer(script))
  app.post(OPEN_PATH, async (c) => {
    if (!isOwnOrigin(c.req.raw)) return textAnswer(403, 'This request came from another page.')
    const form = await readForm(c.req.raw)
    if (!isSameSecret(form.get('key') ?? '', key)) {
      return textAnswer(
        403,
        'This link belongs to a run that has stopped. For a current link, run `app dev status`. Without `app dev`, run `app store admin` or `app portal`.',
      )
    }
    const { next, cookie } = enter(c.req.raw, Object.fromEntries(form))
    const answer = textAnswer(200, next)
    answer.headers.set('Set-Cookie', cookie)
    return answer
  })
}

/** Removes the key from the URL first, because the browser history would keep it. */
const script = `
const sent = new URLSearchParams(location.hash.slice(1))
history.replaceState(null, '', location.pathname)
addEventListener('DOMContentLoaded', async () => {
  const answer = await fetch('${OPEN_PATH}', { method: 'POST', body: sent })
  const text = await answer.text()
  if (answer.ok) return location.replace(text)
  document.querySelector('h1').textContent = 'Link expired'
  const code = (text) => Object.assign(document.createElement('code'), { textContent: text })
  document.querySelector('.lead').replaceChildren(...text.split('\x60').map((part, at) => (at % 2 ? code(part) : part)))
})
`
