import { STILL_ASKING, subject, type Finding, type LabFacts } from './finding.ts'

const framing = subject('Who may frame it', [])
const policy = subject('Content-Security-Policy', [])

/** What the page's own headers say of frames and scripts. */
export function headerFindings({ probe, adminOrigin }: LabFacts): Finding[] {
  if (probe === null) return [framing.unknown(STILL_ASKING)]
  const { page } = probe.visit
  if (page === null) return [framing.unknown('No page came.')]
  const { headers } = page.answer
  const csp = headers.get('content-security-policy') ?? ''
  return [framingFinding(csp, headers.get('x-frame-options') ?? '', adminOrigin), policyFinding(csp)]
}

function framingFinding(csp: string, frameOptions: string, admin: string): Finding {
  const ancestors = directive(csp, 'frame-ancestors')
  if (ancestors !== null) {
    if (allows(ancestors, admin)) {
      const isWide = ancestors.some((source) => ['*', 'http:', 'https:'].includes(source))
      return isWide
        ? framing.warning(
            'frame-ancestors lets any site.',
            'Any page can lay itself over the panel.',
            `frame-ancestors ${admin}`,
          )
        : framing.ok(`frame-ancestors ${ancestors.join(' ')}`)
    }
    return framing.error(
      `frame-ancestors ${ancestors.join(' ')}`,
      `The browser shows nothing: ${admin} is not among them.`,
      'Take the address of the admin from the environment: SVCAPP_ADMIN_URL',
    )
  }
  if (/\b(deny|sameorigin)\b/i.test(frameOptions)) {
    return framing.error(
      `X-Frame-Options: ${frameOptions}`,
      'The browser shows nothing: the admin is another site.',
      `Content-Security-Policy: frame-ancestors ${admin} instead of it.`,
    )
  }
  return framing.warning(
    'Neither frame-ancestors nor X-Frame-Options.',
    'Any page can frame the panel and lay itself over it.',
    `Content-Security-Policy: frame-ancestors ${admin}`,
  )
}

function allows(sources: readonly string[], admin: string): boolean {
  const { origin, host, hostname, protocol } = new URL(admin)
  return sources.some(
    (source) =>
      ['*', origin, `${origin}/`, host, protocol].includes(source) ||
      (source.startsWith('*.') && hostname.endsWith(source.slice(1))) ||
      source === `${protocol}//${hostname}:*`,
  )
}

function policyFinding(csp: string): Finding {
  if (csp === '') {
    return policy.warning(
      'None.',
      'A script that slips into the page runs, and may send what it sees anywhere.',
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'",
    )
  }
  const scripts = directive(csp, 'script-src') ?? directive(csp, 'default-src')
  if (scripts === null || scripts.some((source) => ["'unsafe-inline'", '*', 'https:', 'http:'].includes(source))) {
    return policy.warning(
      scripts === null ? 'It says nothing of scripts.' : `Scripts: ${scripts.join(' ')}`,
      'A script that slips into the page runs.',
      "script-src 'self', or a nonce for each script.",
    )
  }
  return policy.ok(`Scripts: ${scripts.join(' ')}`)
}

/** The sources of a directive; null where it is not there. */
function directive(csp: string, name: string): readonly string[] | null {
  // Several policies are joined by commas, and all of them hold; the first that names it is shown.
  for (const part of csp.split(/[;,]/)) {
    const [first = '', ...sources] = part.trim().split(/\s+/)
    if (first.toLowerCase() === name) return sources
  }
  return null
}
