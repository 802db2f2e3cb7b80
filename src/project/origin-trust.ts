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
 * Lets secrets go to the origin of a live target only after the developer has agreed to it once: a cloned project may name any address (T25). A script
 * agrees by SVCAPP_TRUST_ORIGIN, which holds the origin itself. The emulator's address comes from our own run file and needs no question.
 * Raises `project.origin-untrusted` when the answer is no or nobody can be asked.
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

/** Whether secrets may go there, without asking anybody. */
export function isTrustedOrigin({ paths, env }: Pick<OriginTrustTools, 'paths' | 'env'>, target: Target): boolean {
  const { origin } = target.baseUrl
  return target.name === 'emulator' || trustedByEnvironment(env) === origin || isTrusted(paths, origin)
}

/** Forgets that secrets may be sent to this origin. Returns whether the developer had agreed to it. */
export function forgetTrust(paths: OriginTrustTools['paths'], origin: string): boolean {
  return withState(paths, (db) => db.prepare('DELETE FROM trusted_origins WHERE origin = ?').run(origin).changes > 0)
}

/** The origins that the developer has agreed to, with the time. */
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
