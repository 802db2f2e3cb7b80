import { isListening } from '../../../http/listening.ts'
import { createProbe } from '../../../tunnel/probe.ts'
import { devElsewhere, RESTART_DEV } from '../../live/other-base-url.ts'
import { failed, ok, skipped, warning, type Check } from '../check.ts'
import { SEE_TARGET, withProject } from '../with-project.ts'

/** Last tunnel check: requests the gateway at its public URL, as the platform does. */
export const tunnelAddress: Check = {
  id: 'tunnel-address',
  group: 'events',
  title: 'public address',
  run: withProject(async (facts, project) => {
    const elsewhere = facts.targetName === 'live' ? devElsewhere(facts.context, project) : null
    if (elsewhere !== null) {
      const remedy = (await facts.otherBaseUrl()) === null ? RESTART_DEV : SEE_TARGET
      return warning(elsewhere, { remedy })
    }
    const note = facts.tunnel()
    if (note === null || facts.session === null) return skipped('no `app dev` with a tunnel is running')
    const { context, send } = facts
    if (!(await isListening(Number(new URL(note.gateway).port)))) {
      return failed(`the gateway ${note.gateway} does not listen`, { remedy: 'Restart `app dev`.' })
    }
    const ask = createProbe({ send, ...note.probe })
    const { isUp, intercepted, isOther } = await ask(new URL(note.url), context.interrupted)
    const details = { url: note.url, gateway: note.gateway }
    if (isUp) return ok(`${note.url} reaches the gateway`, { details })
    if (intercepted !== null) return warning(`${note.url}: ${intercepted}`, { details })
    if (isOther) {
      return failed(`${note.url} reaches another \`app dev\`, so its events do not arrive in this project`, {
        remedy:
          'Stop the other `app dev` (`app dev stop` in its folder), or restart this `app dev` with another address.',
        details,
      })
    }
    return failed(`${note.url} does not reach the gateway ${note.gateway}, so nothing from the internet arrives`, {
      remedy:
        note.isOwn === true
          ? `Forward this address to ${note.gateway}, with path and body unchanged.`
          : 'Check the tunnel messages of `app dev`, then restart it.',
      details,
    })
  }),
}
