import type { Evidence } from '../check.ts'
import type { Page } from './browser.ts'
import type { Answer } from './raw-request.ts'

/** Maximum number of characters shown of a body. */
const EXCERPT = 300

/** Returns the evidence of a request and the app's response. */
export function requestEvidence(request: { readonly method: string; readonly path: string }, answer: Answer): Evidence {
  const { method, path } = request
  if (!answer.answered) return { kind: 'request', method, path, status: null, ended: answer.why }
  return { kind: 'request', method, path, status: answer.status, body: excerpt(answer.body.toString('utf8')) }
}

/** Returns the evidence of a visit: final page, redirects and text. */
export function pageEvidence(page: Page, said = page.text): Evidence {
  return {
    kind: 'page',
    way: page.hops.map(
      ({ method, url, answer }) => `${method} ${url.href} ${answer.answered ? answer.status : answer.why}`,
    ),
    said: excerpt(said),
  }
}

function excerpt(text: string): string {
  return text.length > EXCERPT ? `${text.slice(0, EXCERPT)}…` : text
}
