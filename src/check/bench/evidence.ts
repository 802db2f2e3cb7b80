import type { Evidence } from '../check.ts'
import type { Page } from './browser.ts'
import type { Reply } from './raw-request.ts'

/** How many characters of a body a person reads. */
const EXCERPT = 300

/** A request of ours and what the app answered. */
export function requestEvidence(request: { readonly method: string; readonly path: string }, reply: Reply): Evidence {
  const { method, path } = request
  if (!reply.answered) return { kind: 'request', method, path, status: null, ended: reply.why }
  return { kind: 'request', method, path, status: reply.status, body: excerpt(reply.body.toString('utf8')) }
}

/** Where a browser ended, and how it got there. */
export function pageEvidence(page: Page, said: string): Evidence {
  return {
    kind: 'page',
    way: page.hops.map(
      ({ method, url, reply }) => `${method} ${url.href} ${reply.answered ? reply.status : reply.why}`,
    ),
    said: excerpt(said),
  }
}

function excerpt(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text
}
