import { limits } from '../catalog/limits.ts'

/** What is known here when the exchange answers 401. No secret is among it. */
export interface Evidence {
  readonly obtainedAt: Date
  readonly sentAt: Date
  /** When this code had been sent before; null when this was the first time. */
  readonly usedBeforeAt: Date | null
  readonly clientIdPrefixOk: boolean
  readonly clientSecretPrefixOk: boolean
  /** Another app on this machine whose stored secret is the one that was sent. */
  readonly secretOfApp: string | null
  /** The app that the code was obtained for, when it is not the one that exchanges it. */
  readonly codeOfApp: string | null
  /** `Date` of the platform's answer; null when it sent none. */
  readonly platformDate: Date | null
  /** Where the wrong value is kept, in the user's words. */
  readonly secretPlace: string
}

export interface Finding {
  readonly cause:
    | 'code-expired'
    | 'code-used'
    | 'client-id-shape'
    | 'client-secret-shape'
    | 'other-apps-secret'
    | 'other-apps-code'
    | 'clock-skew'
    | 'unknown'
  readonly words: string
}

const SKEW_MS = 60_000

/**
 * Why the one answer with seven causes came (EXCH-040, EXCH-049), as far as local evidence tells: the code's lifetime and single use first (EXCH-050).
 * Never empty; with no evidence it names what is left.
 */
export function triageRefusal(evidence: Evidence): Finding[] {
  const findings = [codeAge, codeReuse, shapes, strangers, skew].flatMap((look) => look(evidence))
  return findings.length > 0 ? findings : [leftOver]
}

const leftOver: Finding = {
  cause: 'unknown',
  words:
    'Nothing here explains it. What is left: the client secret was rotated, client_id and secret belong to different apps, no paid plan is selected, or the store could not be resolved.',
}

function codeAge({ obtainedAt, sentAt }: Evidence): Finding[] {
  const ageMs = sentAt.getTime() - obtainedAt.getTime()
  if (ageMs <= limits.codeLifetimeMs) return []
  return [
    {
      cause: 'code-expired',
      words: `The code was ${minutes(ageMs)} old; it lives 5 minutes. Run \`app install\` again.`,
    },
  ]
}

function codeReuse({ usedBeforeAt }: Evidence): Finding[] {
  if (usedBeforeAt === null) return []
  return [
    {
      cause: 'code-used',
      words: `The code was sent before, at ${usedBeforeAt.toISOString()}; a code is single use. Run \`app install\` again.`,
    },
  ]
}

function shapes({ clientIdPrefixOk, clientSecretPrefixOk, secretPlace }: Evidence): Finding[] {
  const findings: Finding[] = []
  if (!clientIdPrefixOk) findings.push({ cause: 'client-id-shape', words: 'The client id does not start with cli_.' })
  if (!clientSecretPrefixOk) {
    findings.push({
      cause: 'client-secret-shape',
      words: `The client secret from ${secretPlace} does not start with cs_; perhaps it is the signing secret.`,
    })
  }
  return findings
}

function strangers({ secretOfApp, codeOfApp, secretPlace }: Evidence): Finding[] {
  const findings: Finding[] = []
  if (secretOfApp !== null) {
    findings.push({
      cause: 'other-apps-secret',
      words: `The client secret from ${secretPlace} is that of ${secretOfApp}.`,
    })
  }
  if (codeOfApp !== null) findings.push({ cause: 'other-apps-code', words: `The code was obtained for ${codeOfApp}.` })
  return findings
}

function skew({ platformDate, sentAt }: Evidence): Finding[] {
  if (platformDate === null) return []
  const ms = sentAt.getTime() - platformDate.getTime()
  if (Math.abs(ms) <= SKEW_MS) return []
  return [
    {
      cause: 'clock-skew',
      words: `This machine's clock is ${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? 'ahead of' : 'behind'} the platform's, so ages told here may be wrong.`,
    },
  ]
}

function minutes(ms: number): string {
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`
}
