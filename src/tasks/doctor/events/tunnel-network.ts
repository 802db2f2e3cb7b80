import { lookup } from 'node:dns/promises'

import { ok, skipped, warning, type Check } from '../check.ts'
import { withProject } from '../with-project.ts'
import { within } from '../within.ts'

/** Host that cloudflared connects to. */
const EDGE = 'region1.v2.argotunnel.com'
const LOOKUP_MS = 2500

export const tunnelNetwork: Check = tunnelNetworkCheck((name) => lookup(name))

/** Creates the second tunnel check: whether DNS resolves cloudflared's host. Sends nothing without a tunnel. */
export function tunnelNetworkCheck(resolve: (name: string) => Promise<unknown>): Check {
  return {
    id: 'tunnel-network',
    group: 'events',
    title: 'Cloudflare access',
    run: withProject(async ({ tunnel }, { config }) => {
      // The developer's own URL needs no cloudflared.
      if (config.live?.tunnel == null && tunnel()?.isOwn !== false)
        return skipped('not checked, because no cloudflared tunnel is set up')
      const known = resolve(EDGE).then(
        () => null,
        (error: Error & { code?: string }) => error.code ?? error.message,
      )
      const why = await within<string | null>(LOOKUP_MS, known, () => `no response within ${LOOKUP_MS / 1000} s`)
      if (why === null) return ok(`DNS resolves ${EDGE}`)
      return warning(`DNS does not resolve ${EDGE} (${why}), so no tunnel can be opened from this machine`, {
        remedy: 'Check the network. Local work needs no tunnel.',
      })
    }),
  }
}
