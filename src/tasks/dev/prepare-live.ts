import type { Context } from '../../context.ts'
import { otherMachineNote } from '../../dev/live/announce.ts'
import type { LiveRun } from '../../dev/live/live-run.ts'
import { requireLiveSecrets } from '../../dev/live/secrets.ts'
import { requireTunnelChoice } from '../../dev/tunnel-choice.ts'
import type { Project } from '../../project/app-toml.ts'
import { requireLive } from '../../project/live/live-lock.ts'
import { requireTrustedOrigin } from '../../project/origin-trust.ts'
import type { Target } from '../../project/targets.ts'
import { trustTools } from '../live/trust-tools.ts'
import { askMissingSecrets } from '../secret/set-secret.ts'

export interface LiveFlags {
  readonly yes: boolean
  readonly tunnel?: string | undefined
  readonly 'tunnel-url'?: string | undefined
  readonly published?: boolean | undefined
}

interface LiveRequest {
  readonly project: Project
  readonly target: Target
  readonly flags: LiveFlags
}

/**
 * Rejects invalid live options before anything is started or sent, and asks for the secrets that are missing. Raises `live.locked`,
 * `usage.*`, and the errors of `requireTrustedOrigin`, `askMissingSecrets` and `requireLiveSecrets`.
 */
export async function prepareLive(context: Context, { project, target, flags }: LiveRequest): Promise<LiveRun> {
  await requireLive(context, target, 'read')
  const given = { tunnel: flags.tunnel, url: flags['tunnel-url'], isAgreed: flags.yes }
  const tunnel = await requireTunnelChoice(given, project.config.live, context.terminal)
  await requireTrustedOrigin(trustTools(context), target)
  const place = { paths: context.paths, identity: target.identity, appKey: project.config.key }
  const names = ['client_secret', 'webhook_signing_secret'] as const
  await askMissingSecrets(context, { project, target, names }, otherMachineNote(place, project))
  await requireLiveSecrets(project.config.key, {
    credentials: await context.credentials({ isEmulator: false }),
    target,
  })
  return { target, tunnel, published: flags.published }
}
