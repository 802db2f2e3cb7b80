import { basename } from 'node:path'

import type { Context } from '../../context.ts'
import type { Project } from '../../project/app-toml.ts'
import { allowedUntil, liveLevel, liveVerdict } from '../../project/live/live-lock.ts'
import { setting } from '../../text/origins/setting.ts'
import type { LiveAccess } from '../../views/live-access.ts'
import { liveTargetOf } from './live-target.ts'

/** Returns what is allowed on the live platform, and until when. Raises `project.live-incomplete`, and `usage.invalid` for an invalid SVCAPP_LIVE. */
export async function readLiveAccess(context: Context, project: Project): Promise<LiveAccess> {
  const target = liveTargetOf(project)
  const agent = await context.agent()
  const verdict = liveVerdict(context, target, { act: 'write', agent })
  const open = verdict === 'open' ? 'allowed' : 'locked'
  const saidByToml = project.config.live?.level == null ? 'default' : basename(project.file)
  return {
    configured: true,
    appKey: project.config.key,
    origin: target.baseUrl.origin,
    level: liveLevel(context.env, target),
    setBy: setting(context.env, 'SVCAPP_LIVE') ? 'SVCAPP_LIVE' : saidByToml,
    allowedUntil: allowedUntil(context, target)?.toISOString() ?? null,
    agent,
    writes: verdict === 'ask' ? 'confirm' : open,
  }
}
