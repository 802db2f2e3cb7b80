import { createClient as createCore, type Client as Core, type ClientTools } from '../client/client.ts'
import { readContext } from '../client/installation-context.ts'
import { matchRegions } from '../selection/region.ts'
import type { ClientOptions } from './options.ts'
import { pinFactsOf, type KnownInstall } from './pin-facts.ts'
import type { OpenCore } from './plain-call.ts'

/** Until then an unknown region is probably misspelled rather than new, so that not every such call costs a request. */
const ASK_AGAIN_MS = 10_000

interface Opened {
  readonly core: Core
  readonly install: KnownInstall
  /** Unix ms. */
  readonly at: number
}

/**
 * Requests the install of the token once, and again if a call uses a region that was unknown then, because a
 * store can open regions while a server runs (PIN-013). Facts that the caller has given are not requested.
 */
export function createOpening(options: ClientOptions, tools: Omit<ClientTools, 'install'>): OpenCore {
  const ask = onceItWorks(async (): Promise<Opened> => {
    const at = tools.now().getTime()
    const facts = options.install ?? (await readContext(tools))
    const install = pinFactsOf(facts, options.region === undefined ? undefined : String(options.region))
    return { core: createCore({ ...tools, install }), install, at }
  })
  const mayBeNew = ({ install, at }: Opened, region: string) =>
    options.install === undefined &&
    install.installScope === 'store' &&
    tools.now().getTime() - at >= ASK_AGAIN_MS &&
    matchRegions(install.regions, region).length === 0
  return async (region) => {
    const opened = await ask()
    if (region === undefined || !mayBeNew(opened, String(region))) return opened.core
    return (await ask(opened)).core
  }
}

/** Caches a success; a failure, or a result given as `stale`, is retried by the next caller. */
function onceItWorks<T>(open: () => Promise<T>): (stale?: T) => Promise<T> {
  let opening: Promise<T> | undefined
  let known: T | undefined
  return (stale) => {
    if (stale !== undefined && stale === known) opening = known = undefined
    opening ??= open().then(
      (value) => (known = value),
      (error: unknown) => {
        opening = undefined
        throw error
      },
    )
    return opening
  }
}
