import type { Context } from '../../context.ts'
import { allowedUntil, liveLevel, liveVerdict } from '../../project/live/live-lock.ts'
import type { Target } from '../../project/targets.ts'
import type { LiveStanding } from '../../views/live-standing.ts'

/** What is allowed on the live platform, and until when. Raises `usage.invalid` for an SVCAPP_LIVE that is not a level. */
export async function liveStanding(context: Context, target: Target): Promise<LiveStanding> {
  const agent = await context.agent()
  const verdict = liveVerdict(context, target, { act: 'write', agent })
  const open = verdict === 'open' ? 'yes' : 'locked'
  return {
    origin: target.baseUrl.origin,
    level: liveLevel(context.env, target),
    saidBy: context.env['SVCAPP_LIVE'] ? 'SVCAPP_LIVE' : 'app.toml',
    allowedUntil: allowedUntil(context, target)?.toISOString() ?? null,
    agent,
    writes: verdict === 'ask' ? 'asked' : open,
  }
}
