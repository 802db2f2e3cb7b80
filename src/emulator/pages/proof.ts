import { timingSafeEqual } from 'node:crypto'

import { digestSecret } from '../../protocol/access-token.ts'
import { isOwnOrigin } from '../hosts.ts'
import { scriptAnswer, textAnswer } from './page.ts'

/**
 * A cookie is sent to every port of its host, so to the app under development too (T19). HTTP authentication is kept for one origin, port included: a script of
 * the first page gives the browser a random password for this origin, which it then sends with every request by itself. From there on the session's cookie is
 * worth nothing without that password (docs/decisions/0022).
 */
const SCRIPT = '/_proof.js'

/** The scripts of a page: the one that ties a session that is not tied yet; none for a program that reads pages. */
export function proofScripts({ headers }: Request, tiedTo: string | null): readonly string[] {
  return tiedTo === null && headers.get('sec-fetch-dest') === 'document' ? [SCRIPT] : []
}

/** What the browser sent beside the cookie, as a digest; null for a program, and for a browser that has no password yet. */
export function proofOf({ headers }: Request): string | null {
  const given = headers.get('authorization')
  return given?.startsWith('Basic ') === true ? digestSecret(given) : null
}

/** Whether a request may use a session that is tied to `tiedTo`; one that is not tied is a program's, or just began. */
export function hasProof(request: Request, tiedTo: string | null): boolean {
  if (tiedTo === null) return true
  const proof = proofOf(request)
  return proof !== null && timingSafeEqual(Buffer.from(proof), Buffer.from(tiedTo))
}

/** The session of a request, as far as its cookie names one. */
export interface Tie {
  readonly tiedTo: string | null
  readonly tie: (proof: string) => void
}

/**
 * Whether a browser that is signed in was asked and its session is not tied yet. It keeps the password of the last question: of two windows that are asked at
 * once one would tie the session to a password that the other then replaces.
 */
export interface Asking {
  isOpen: boolean
}

/** Answers the script and its two questions; null for any other request. `asking` is of one origin. */
export function answerProof(request: Request, session: () => Tie | null, asking: Asking): Response | null {
  const { pathname } = new URL(request.url)
  if (request.method === 'GET' && pathname === SCRIPT) return scriptAnswer(script)
  if (request.method !== 'POST' || (pathname !== ASK && pathname !== KEPT)) return null
  if (!isOwnOrigin(request)) return textAnswer(403, 'This request came from another page.')
  return pathname === ASK ? ask(request, session(), asking) : keep(request, session(), asking)
}

/** At the root: a browser sends its password to what lies below the place where it was asked for. */
const ASK = '/_proof'
const KEPT = '/_proof/kept'

/** 401 has the browser send, and keep, the password that the script gave it. Never asked of a session that is tied: another tab has just done it. */
function ask(request: Request, session: Tie | null, asking: Asking): Response {
  if (proofOf(request) !== null || (session !== null && session.tiedTo !== null)) return textAnswer(200, 'no')
  // Until the first window has tied the session, another one goes without. A question that nobody answered costs one more page.
  if (session !== null) asking.isOpen = !asking.isOpen
  if (session !== null && !asking.isOpen) return textAnswer(200, 'no')
  const answer = textAnswer(401, 'asked')
  answer.headers.set('WWW-Authenticate', 'Basic realm="svcapp emulator"')
  return answer
}

/** Ties the session only to what the browser sends by itself: one that does not do so keeps a session that is not tied. */
function keep(request: Request, session: Tie | null, asking: Asking): Response {
  const proof = proofOf(request)
  if (proof === null) return textAnswer(200, 'no')
  if (session !== null && session.tiedTo === null) session.tie(proof)
  if (session !== null) asking.isOpen = false
  return textAnswer(200, 'yes')
}

/** Synchronous: when the page has loaded, its session is tied, and no request is under way that would not know. It leaves nothing in the page. */
const script = `
document.currentScript?.remove()
const post = (path, ...who) => {
  const request = new XMLHttpRequest()
  request.open('POST', path, false, ...who)
  request.send()
  return request.responseText
}
if (post('${KEPT}') === 'no') {
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  post('${ASK}', 'browser', Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join(''))
  post('${KEPT}')
}
`
