import { survivesInFrame, type SetCookie } from '../../../http/set-cookie.ts'
import { EMBED_TOKEN_HEADER } from '../../../protocol/embed-token.ts'
import type { FrameObservation } from '../frame-observation.ts'
import { STILL_ASKING, subject, type Finding, type PreviewFacts } from './finding.ts'

const session = subject('Session', ['EMB-105', 'EMB-108', 'EMB-114'])
const dropped = subject('Cookies in a frame', ['EMB-110', 'EMB-111', 'EMB-113'])
const shape = subject('Cookie attributes', ['EMB-109', 'EMB-112'])
const partitioned = subject('Third-party cookies', [])
const preflight = subject('Allowed header', ['EMB-116'])

/** Checks how the app keeps its session after the token expires. */
export function cookieFindings(facts: PreviewFacts): Finding[] {
  const { probe, choice } = facts
  if (probe === null) return [session.unknown(STILL_ASKING)]
  const cookies = probe.visit.cookies.filter(({ isRemoval }) => !isRemoval)
  if (cookies.length > 0) return cookieRules(cookies, facts.observed.kept)
  // A slot has no token to create a session from, and an invalid token creates none.
  return choice.surface === 'fullpage' && choice.token === 'good' ? withoutCookie(facts) : []
}

function cookieRules(cookies: readonly SetCookie[], browser: FrameObservation['kept']): Finding[] {
  const kept = cookies.filter(survivesInFrame)
  const lost = cookies.filter((cookie) => !survivesInFrame(cookie))
  return [
    kept.length > 0
      ? session.ok(`Session in a cookie: ${names(kept)}.`)
      : session.error(
          'The app sets cookies, but the browser drops them in a frame.',
          'The panel’s next page would have no session.',
          'Set SameSite=None and Secure on the cookie.',
        ),
    ...(lost.length === 0 ? [dropped.ok('SameSite=None and Secure.')] : [lostFinding(lost, kept.length > 0)]),
    ...(kept.length === 0 ? [] : [shapeFinding(kept), partitionFinding(kept, browser)]),
  ]
}

function lostFinding(lost: readonly SetCookie[], hasOther: boolean): Finding {
  const what = lost.map((cookie) => `${cookie.name}: ${whyLost(cookie)}`).join(', ')
  const make = hasOther ? dropped.warning : dropped.error
  return make(
    `${what}.`,
    'The admin and the app are different sites, so the browser drops such cookies in the frame.',
    'Send Set-Cookie: …; HttpOnly; Secure; SameSite=None; Path=/; Partitioned',
  )
}

function whyLost({ sameSite, isSecure }: SetCookie): string {
  if (sameSite === null) return 'no SameSite, which means Lax'
  if (sameSite !== 'none') return `SameSite=${sameSite === 'lax' ? 'Lax' : sameSite}`
  return isSecure ? '' : 'no Secure'
}

function shapeFinding(kept: readonly SetCookie[]): Finding {
  const open = kept.filter(({ isHttpOnly }) => !isHttpOnly)
  const narrow = kept.filter(({ path }) => path !== '/')
  if (open.length === 0 && narrow.length === 0) return shape.ok('HttpOnly and Path=/.')
  const what = [
    ...(open.length === 0 ? [] : [`Without HttpOnly: ${names(open)}`]),
    ...(narrow.length === 0 ? [] : [`Without Path=/: ${names(narrow)}`]),
  ]
  return shape.error(
    `${what.join('. ')}.`,
    'Without HttpOnly, a script can read the session. Without Path=/, other paths have no session.',
    'Send Set-Cookie: …; HttpOnly; Path=/',
  )
}

function partitionFinding(kept: readonly SetCookie[], browser: FrameObservation['kept']): Finding {
  const todo = 'Add Partitioned, or keep the token in memory and send it as a header.'
  if (browser === 'none') {
    return partitioned.warning(
      'This browser drops all cookies in a third-party frame, even partitioned ones.',
      'In this browser, the session is lost, regardless of the cookie attributes.',
      'Keep the token in memory and send it as a header.',
    )
  }
  const shared = kept.filter(({ isPartitioned }) => !isPartitioned)
  if (shared.length === 0) {
    const here = browser === 'partitioned' ? ' This browser blocks all other third-party cookies.' : ''
    return partitioned.ok(`The cookies are partitioned and work even if third-party cookies are blocked.${here}`)
  }
  if (browser === 'partitioned') {
    const why = 'The browser blocks all third-party cookies except partitioned ones, so the panel loses its session.'
    return partitioned.error(`This browser drops ${names(shared)}.`, why, todo)
  }
  return partitioned.warning(
    `Without Partitioned: ${names(shared)}.${browser === 'all' ? ' This browser accepts such cookies.' : ''}`,
    'Private windows and some browsers block all third-party cookies except partitioned ones.',
    todo,
  )
}

function withoutCookie({ probe }: PreviewFacts): Finding[] {
  if (probe === null || probe.visit.page === null || probe.visit.page.answer.status >= 400) {
    return [session.unknown('The app started no session.')]
  }
  const { allowedHeaders } = probe
  if (allowedHeaders === null) {
    return [
      session.warning(
        `The app sets no cookie, and no readable script contains ${EMBED_TOKEN_HEADER}.`,
        'After 120 seconds, or on the next page, the app cannot identify the store.',
        'Set a cookie on the server, or keep the token in memory and send it as a header with each request.',
      ),
    ]
  }
  const isAllowed = allowedHeaders.toLowerCase().includes(EMBED_TOKEN_HEADER.toLowerCase())
  return [
    session.ok(`A script contains ${EMBED_TOKEN_HEADER}. The header works while the token is valid.`),
    isAllowed
      ? preflight.ok('The panel’s preflight response allows the header.')
      : preflight.unknown(
          'The panel’s preflight response does not allow the header. Allow it if the pages fetch from another origin.',
        ),
  ]
}

function names(cookies: readonly SetCookie[]): string {
  return cookies.map(({ name }) => name).join(', ')
}
