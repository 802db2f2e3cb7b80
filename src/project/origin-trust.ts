import { AppError } from '../errors.ts'
import { withState } from './installs.ts'
import type { StatePaths } from './paths.ts'
import type { Target } from './targets.ts'

export interface OriginTrustTools {
  readonly paths: Pick<StatePaths, 'stateDb'>
  readonly env: Readonly<Record<string, string | undefined>>
  readonly now: () => Date
  /** Whether there is somebody to ask. */
  readonly isInteractive: boolean
  readonly confirm: (question: { readonly message: string; readonly default: boolean }) => Promise<boolean>
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
  const message = `app.toml sends the secrets of this app to ${origin}. Is that the platform?`
  const agreed = tools.isInteractive && (await tools.confirm({ message, default: false }))
  if (agreed) return trust(tools, origin)
  throw new AppError('project.origin-untrusted', `Nobody has agreed to send secrets to ${origin}; nothing was sent.`, {
    details: { origin },
    suggestions: [
      'Check targets.live.base_url in app.toml, then run the command in a terminal and agree.',
      `In a script, set SVCAPP_TRUST_ORIGIN=${origin}.`,
    ],
  })
}

/** Whether secrets may go there, without asking anybody. */
export function isTrustedOrigin({ paths, env }: Pick<OriginTrustTools, 'paths' | 'env'>, target: Target): boolean {
  const { origin } = target.baseUrl
  return target.name === 'emulator' || env['SVCAPP_TRUST_ORIGIN'] === origin || isTrusted(paths, origin)
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
