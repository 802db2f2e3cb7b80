import { readFraming, mayFrame, type Framing } from '../../../http/framing.ts'
import { NO_PAGE, STILL_ASKING, subject, type Finding, type PreviewFacts } from './finding.ts'

const framing = subject('Frame ancestors', [])
const policy = subject('Content-Security-Policy', [])

/** Checks the page's headers about frames and scripts. */
export function headerFindings({ probe, adminOrigin, appOrigin }: PreviewFacts): Finding[] {
  if (probe === null) return [framing.unknown(STILL_ASKING)]
  const { page } = probe.visit
  if (page === null) return [framing.unknown(NO_PAGE)]
  const { headers } = page.answer
  const places = { framer: new URL(adminOrigin), own: new URL(appOrigin) }
  return [framingFinding(readFraming(headers), places), policyFinding(headers.get('content-security-policy') ?? '')]
}

/** An origin that no app can know. */
const stranger = new URL('https://stranger.example')

function framingFinding(seen: Framing, places: { readonly framer: URL; readonly own: URL }): Finding {
  const admin = places.framer.origin
  const isAllowed = mayFrame(seen, places)
  const ancestors = seen.ancestors.map((sources) => `frame-ancestors ${sources.join(' ')}`).join(', ')
  if (ancestors !== '') {
    if (!isAllowed) {
      return framing.error(
        ancestors,
        `The browser shows an empty frame, because the list lacks ${admin}.`,
        'Read the admin origin from the environment variable SVCAPP_ADMIN_URL.',
      )
    }
    return mayFrame(seen, { ...places, framer: stranger })
      ? framing.warning(
          'frame-ancestors allows any site.',
          'Any page can frame the panel and cover it (clickjacking).',
          `Send Content-Security-Policy: frame-ancestors ${admin}`,
        )
      : framing.ok(ancestors)
  }
  if (!isAllowed) {
    return framing.error(
      `X-Frame-Options: ${seen.options}`,
      'The browser shows an empty frame, because this header cannot allow the store admin.',
      `Instead, send Content-Security-Policy: frame-ancestors ${admin}`,
    )
  }
  return framing.warning(
    'The page sends neither frame-ancestors nor X-Frame-Options.',
    'Any page can frame the panel and cover it (clickjacking).',
    `Send Content-Security-Policy: frame-ancestors ${admin}`,
  )
}

function policyFinding(csp: string): Finding {
  if (csp === '') {
    return policy.warning(
      'The page sends no Content-Security-Policy.',
      'An injected script can run and send data anywhere.',
      "Send Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
    )
  }
  const scripts = directive(csp, 'script-src') ?? directive(csp, 'default-src')
  if (scripts === null || scripts.some((source) => ["'unsafe-inline'", '*', 'https:', 'http:'].includes(source))) {
    return policy.warning(
      scripts === null ? 'The policy does not restrict scripts.' : `Scripts: ${scripts.join(' ')}`,
      'An injected script can run.',
      "Use script-src 'self', or a nonce for each script.",
    )
  }
  return policy.ok(`Scripts: ${scripts.join(' ')}`)
}

/** Returns the sources of a directive, or null if it is missing. */
function directive(csp: string, name: string): readonly string[] | null {
  // Several policies are separated by commas, and all of them apply. The first with this directive is shown.
  for (const part of csp.split(/[;,]/)) {
    const [first = '', ...sources] = part.trim().split(/\s+/)
    if (first.toLowerCase() === name) return sources
  }
  return null
}
