import { limits } from '../catalog/limits.ts'
import { secretCommand } from '../text/origins/secret-command.ts'
import { originText, type SecretOrigin } from '../text/origins/secret-source.ts'

/** Local facts when the exchange responds with 401. None of them is a secret. */
export interface RejectionFacts {
  readonly obtainedAt: Date
  /** When the owner was first asked: the code is not older than that. */
  readonly startedAt: Date
  /** Whether it was the emulator, whose clock can be changed, which no response shows. */
  readonly isEmulator: boolean
  /** Redirect address of the browser with the code. */
  readonly redirectUri: string
  readonly sentAt: Date
  /** When this code was sent before; null if this was the first time. */
  readonly usedBeforeAt: Date | null
  readonly clientIdPrefixOk: boolean
  readonly clientSecretPrefixOk: boolean
  /** Another app, or this one on another kind of target, with the same stored secret. */
  readonly secretOfApp: string | null
  /** The app that the code was obtained for, if another one exchanges it. */
  readonly codeOfApp: string | null
  /** `Date` of the platform's response; null without one. */
  readonly platformDate: Date | null
  /** Source of the client secret, if known. */
  readonly secretSource: SecretOrigin | null
}

export interface LikelyCause {
  readonly cause:
    | 'secret-source'
    | 'code-expired'
    | 'code-used'
    | 'client-id-shape'
    | 'client-secret-shape'
    | 'other-apps-secret'
    | 'other-apps-code'
    | 'clock-skew'
    | 'perhaps-expired'
    | 'perhaps-used'
    | 'unknown'
  readonly words: string
}

const SKEW_MS = 60_000

/**
 * Returns likely causes of the one 401 with seven causes (EXCH-040, EXCH-049), from local facts: the code's lifetime and single use first (EXCH-050). A
 * cause is certain with proof, otherwise possible if it cannot be ruled out. Never empty: without proof, it lists the remaining causes.
 */
export function triageRejection(facts: RejectionFacts): LikelyCause[] {
  // A code that is too old or already used is certain; next is the secret, which may have been replaced in the console.
  const certain = [...codeAge(facts), ...codeReuse(facts)]
  const isSecretFirst = !facts.isEmulator || facts.secretSource?.backend === 'environment'
  const source = secretSource(facts)
  const proven = [...certain, ...(isSecretFirst ? source : []), ...shapes(facts), ...strangers(facts)]
  const isProven = proven.length > (isSecretFirst ? source.length : 0)
  return [
    ...proven,
    ...(isProven ? skew(facts) : [...perhapsExpired(facts), perhapsUsed(facts), ...skew(facts), leftOver]),
    ...(isSecretFirst ? [] : source),
  ]
}

/** Returns the source of the secret, with the command that replaces it. */
function secretSource({ secretSource: source, isEmulator }: RejectionFacts): LikelyCause[] {
  if (source === null) return []
  const replace = secretCommand('client', !isEmulator)
  const words =
    source.backend === 'environment'
      ? `The client secret came from ${source.where}. Check or unset that variable first. To replace the stored secret, run \`${replace}\`.`
      : `The client secret came from ${originText(source)}. If the secret was rotated since then, run \`${replace}\`.`
  return [{ cause: 'secret-source', words }]
}

const leftOver: LikelyCause = {
  cause: 'unknown',
  words:
    'If a fresh code is rejected too, the code is not the cause. Possible causes: a rotated client secret, client_id and secret of different apps, no paid plan, or an unknown store.',
}

/** Returns the maximum age of the code in ms: its creation is unknown, only the request before it. */
function oldestMs({ startedAt, sentAt, platformDate }: RejectionFacts): number {
  return Math.max(sentAt.getTime(), platformDate?.getTime() ?? 0) - startedAt.getTime()
}

function perhapsExpired(facts: RejectionFacts): LikelyCause[] {
  const { isEmulator } = facts
  const ms = oldestMs(facts)
  const isYoung = ms <= limits.codeLifetimeMs
  if (isYoung && !isEmulator && facts.platformDate !== null) return []
  const age = `A code expires 5 minutes after Approve. This code is at most ${minutes(ms)} old`
  const clock = isEmulator
    ? " If the emulator's clock was moved meanwhile, check `app emulator clock show`."
    : ' The platform did not report its time.'
  const clockNote = isYoung ? ` by this machine's clock.${clock}` : '.'
  return [{ cause: 'perhaps-expired', words: `${age}${clockNote} Run \`app install\` again and approve immediately.` }]
}

function perhapsUsed({ redirectUri }: RejectionFacts): LikelyCause {
  const { host = 'the redirect URL' } = URL.parse(redirectUri) ?? {}
  return {
    cause: 'perhaps-used',
    words: `A code is single use, and this machine has not sent this code before. If your app listens at ${host}, it receives the code too. Check the app's log for an exchange.`,
  }
}

function codeAge({ obtainedAt, sentAt }: RejectionFacts): LikelyCause[] {
  const ageMs = sentAt.getTime() - obtainedAt.getTime()
  if (ageMs <= limits.codeLifetimeMs) return []
  return [
    {
      cause: 'code-expired',
      words: `The code was at least ${minutes(ageMs)} old, and a code expires after 5 minutes. Run \`app install\` again.`,
    },
  ]
}

function codeReuse({ usedBeforeAt }: RejectionFacts): LikelyCause[] {
  if (usedBeforeAt === null) return []
  return [
    {
      cause: 'code-used',
      words: `The code was already sent at ${usedBeforeAt.toISOString()}, and a code is single use. Run \`app install\` again.`,
    },
  ]
}

function shapes({ clientIdPrefixOk, clientSecretPrefixOk }: RejectionFacts): LikelyCause[] {
  const causes: LikelyCause[] = []
  if (!clientIdPrefixOk) causes.push({ cause: 'client-id-shape', words: 'The client id does not start with cli_.' })
  if (!clientSecretPrefixOk) {
    causes.push({
      cause: 'client-secret-shape',
      words: 'The client secret does not start with cs_. It may be the signing secret.',
    })
  }
  return causes
}

function strangers({ secretOfApp, codeOfApp }: RejectionFacts): LikelyCause[] {
  const causes: LikelyCause[] = []
  if (secretOfApp !== null) {
    causes.push({
      cause: 'other-apps-secret',
      words: `The client secret belongs to ${secretOfApp}.`,
    })
  }
  if (codeOfApp !== null) causes.push({ cause: 'other-apps-code', words: `The code was issued for ${codeOfApp}.` })
  return causes
}

function skew({ platformDate, sentAt }: RejectionFacts): LikelyCause[] {
  if (platformDate === null) return []
  const ms = sentAt.getTime() - platformDate.getTime()
  if (Math.abs(ms) <= SKEW_MS) return []
  return [
    {
      cause: 'clock-skew',
      words: `This machine's clock is ${Math.round(Math.abs(ms) / 1000)} s ${ms > 0 ? 'ahead of' : 'behind'} the platform's, so the ages above may be wrong.`,
    },
  ]
}

function minutes(ms: number): string {
  return `${Math.floor(ms / 60_000)} min ${Math.floor((ms % 60_000) / 1000)} s`
}
