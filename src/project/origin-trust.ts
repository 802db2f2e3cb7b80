import { AppError } from '../errors.ts'
import { text } from '../storage/columns.ts'
import { escapeForeign } from '../text/escape.ts'
import { bareOrigin } from '../text/origins/bare-origin.ts'
import { setting } from '../text/origins/setting.ts'
import { withState } from './installs.ts'
import type { StatePaths } from './paths.ts'
import type { Target } from './targets.ts'

export interface OriginTrustTools {
  readonly paths: Pick<StatePaths, 'stateDb'>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  /** Whether a user can be asked. */
  readonly isInteractive: boolean
  readonly confirm: (
    question: { readonly message: string; readonly default: boolean },
    target: Target,
  ) => Promise<boolean>
}

export interface TrustedOrigin {
  readonly origin: string
  /** Time of the approval, ISO-8601 UTC. */
  readonly trusted_at: string
}

/**
 * Allows secrets to be sent to the origin of a live target only after the developer approved it once, because a cloned project may specify
 * any address (T25). A script approves it with SVCAPP_TRUST_ORIGIN, which contains the origin. The emulator's address comes from svcapp's
 * own run file and needs no question. Raises `project.origin-untrusted` if the answer is no or no user can be asked.
 */
export async function requireTrustedOrigin(tools: OriginTrustTools, target: Target): Promise<void> {
  if (target.name === 'emulator') return
  const { origin } = target.baseUrl
  if (isTrustedOrigin(tools, target)) return
  const message = `Secrets of ${target.appKey} will be sent to ${origin}. Is that the platform?`
  const agreed = tools.isInteractive && (await tools.confirm({ message, default: false }, target))
  if (agreed) return trust(tools, origin)
  throw new AppError('project.origin-untrusted', `Sending secrets to ${origin} is not approved. Nothing was sent.`, {
    details: { origin },
    suggestions: [
      'Check targets.live.base_url in app.toml, then run the command in a terminal and confirm.',
      `In a script, set SVCAPP_TRUST_ORIGIN=${origin}.${given(tools)}`,
    ],
  })
}

function given({ env }: Pick<OriginTrustTools, 'env'>): string {
  const value = setting(env, 'SVCAPP_TRUST_ORIGIN')
  return value !== null ? ` Its current value is ${escapeForeign(value)}.` : ''
}

function trustedByEnvironment(env: OriginTrustTools['env']): string | null {
  return bareOrigin(setting(env, 'SVCAPP_TRUST_ORIGIN') ?? '')
}

/** Returns, without asking, whether secrets may be sent there. */
export function isTrustedOrigin({ paths, env }: Pick<OriginTrustTools, 'paths' | 'env'>, target: Target): boolean {
  const { origin } = target.baseUrl
  return target.name === 'emulator' || trustedByEnvironment(env) === origin || isTrusted(paths, origin)
}

/** Revokes the approval to send secrets to this origin. Returns whether it was approved. */
export function forgetTrust(paths: OriginTrustTools['paths'], origin: string): boolean {
  return withState(paths, (db) => db.prepare('DELETE FROM trusted_origins WHERE origin = ?').run(origin).changes > 0)
}

/** Returns the approved origins, with the approval times. */
export function trustedOrigins(paths: OriginTrustTools['paths']): readonly TrustedOrigin[] {
  const rows = withState(paths, (db) => db.prepare('SELECT * FROM trusted_origins ORDER BY origin').all())
  return rows.map((row) => ({ origin: text(row, 'origin'), trusted_at: text(row, 'agreed_at') }))
}

function isTrusted(paths: OriginTrustTools['paths'], origin: string): boolean {
  return withState(
    paths,
    (db) => db.prepare('SELECT 1 FROM trusted_origins WHERE origin = ?').get(origin) !== undefined,
  )
}

function trust({ paths, now }: OriginTrustTools, origin: string): void {
  withState(paths, (db) =>
    db.prepare('INSERT OR IGNORE INTO trusted_origins VALUES (?, ?)').run(origin, now().toISOString()),
  )
}
