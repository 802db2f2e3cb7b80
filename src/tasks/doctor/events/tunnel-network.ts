import { lookup } from 'node:dns/promises'

import { ok, skipped, warning, type Check } from '../check.ts'
import { withProject } from '../with-project.ts'
import { within } from '../within.ts'

/** Where cloudflared connects to. */
const EDGE = 'region1.v2.argotunnel.com'
const LOOKUP_MS = 2500

export const tunnelNetwork: Check = tunnelNetworkCheck((name) => lookup(name))

/** Second step of a tunnel: a name server that knows the other end. Without a tunnel nothing is asked. */
export function tunnelNetworkCheck(resolve: (name: string) => Promise<unknown>): Check {
  return {
    id: 'tunnel-network',
    group: 'events',
    title: 'way to Cloudflare',
    run: withProject(async ({ tunnel }, { config }) => {
      // An address of the developer's own needs no cloudflared.
      if (config.live?.tunnel == null && tunnel()?.isOwn !== false)
        return skipped('not tried: no tunnel of cloudflared is set up')
      const known = resolve(EDGE).then(
        () => null,
        (error: Error & { code?: string }) => error.code ?? error.message,
      )
      const why = await within<string | null>(LOOKUP_MS, known, () => `no answer within ${LOOKUP_MS / 1000} s`)
      if (why === null) return ok(`the name server knows ${EDGE}`)
      return warning(`the name server does not know ${EDGE} (${why}): no tunnel can be opened from here`, {
        remedy: 'Look at the network. Everything on this machine works without it.',
      })
    }),
  }
}
