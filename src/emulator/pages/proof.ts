import { timingSafeEqual } from 'node:crypto'

import { digestSecret } from '../../protocol/access-token.ts'
import { isOwnOrigin } from '../hosts.ts'
import { scriptAnswer, textAnswer } from './page.ts'

/**
 * A browser sends a cookie to every port of its host, including the app under development (T19). HTTP authentication is
 * limited to one origin, including the port: a script of the first page gives the browser a random password for this origin,
 * which it then sends automatically. From then on the session's cookie is useless without that password (docs/decisions/0022).
 */
const SCRIPT = '/_proof.js'

/** Returns the script that ties a session that is not tied yet. Programs that read pages get no script. */
export function proofScripts({ headers }: Request, tiedTo: string | null): readonly string[] {
  return tiedTo === null && headers.get('sec-fetch-dest') === 'document' ? [SCRIPT] : []
}

/** Returns the digest of the password that the browser sent with the cookie, or null for a program or a browser without a password. */
export function proofOf({ headers }: Request): string | null {
  const given = headers.get('authorization')
  return given?.startsWith('Basic ') === true ? digestSecret(given) : null
}

/** Returns whether a request may use a session that is tied to `tiedTo`. A session that is not tied belongs to a program or has just started. */
export function hasProof(request: Request, tiedTo: string | null): boolean {
  if (tiedTo === null) return true
  const proof = proofOf(request)
  return proof !== null && timingSafeEqual(Buffer.from(proof), Buffer.from(tiedTo))
}

/** Session of a request, if its cookie identifies one. */
export interface Tie {
  readonly tiedTo: string | null
  readonly tie: (proof: string) => void
}

/**
 * Whether a signed-in browser was asked for its password and its session is not tied yet. The browser keeps only the last
 * password: if two windows were asked at the same time, one would tie the session to a password that the other replaces.
 */
export interface Asking {
  isOpen: boolean
}

/** Responds to requests for the script and its two endpoints. Returns null for any other request. `asking` belongs to one origin. */
export function answerProof(request: Request, session: () => Tie | null, asking: Asking): Response | null {
  const { pathname } = new URL(request.url)
  if (request.method === 'GET' && pathname === SCRIPT) return scriptAnswer(script)
  if (request.method !== 'POST' || (pathname !== ASK && pathname !== KEPT)) return null
  if (!isOwnOrigin(request)) return textAnswer(403, 'This request came from another page.')
  return pathname === ASK ? ask(request, session(), asking) : keep(request, session(), asking)
}

/** At the root, because a browser sends its password only to paths below the path that asked for it. */
const ASK = '/_proof'
const KEPT = '/_proof/kept'

/** Responds with 401, so that the browser sends and keeps the password from the script. Never asks in a tied session, because another tab has just tied it. */
function ask(request: Request, session: Tie | null, asking: Asking): Response {
  if (proofOf(request) !== null || (session !== null && session.tiedTo !== null)) return textAnswer(200, 'no')
  // Until the first window has tied the session, another window continues without a password. An unanswered 401 costs one more page.
  if (session !== null) asking.isOpen = !asking.isOpen
  if (session !== null && !asking.isOpen) return textAnswer(200, 'no')
  const answer = textAnswer(401, 'asked')
  answer.headers.set('WWW-Authenticate', 'Basic realm="svcapp emulator"')
  return answer
}

/** Ties the session only to a password that the browser sends automatically. Otherwise the session stays untied. */
function keep(request: Request, session: Tie | null, asking: Asking): Response {
  const proof = proofOf(request)
  if (proof === null) return textAnswer(200, 'no')
  if (session !== null && session.tiedTo === null) session.tie(proof)
  if (session !== null) asking.isOpen = false
  return textAnswer(200, 'yes')
}

/** Synchronous, so that the session is tied when the page has loaded and no untied request is in flight. It leaves nothing in the page. */
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
