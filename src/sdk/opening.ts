import { createClient as createCore, type Client as Core, type ClientTools } from '../client/client.ts'
import { readContext } from '../client/installation-context.ts'
import { matchRegions } from '../named/region.ts'
import type { ClientOptions } from './options.ts'
import { pinFactsOf, type KnownInstall } from './pin-facts.ts'
import type { OpenCore } from './plain-call.ts'

/** Until then a region that is not known is misspelt rather than new: not every such call is to cost a request. */
const ASK_AGAIN_MS = 10_000

interface Opened {
  readonly core: Core
  readonly install: KnownInstall
  /** Unix ms. */
  readonly at: number
}

/**
 * Asks the platform what the token stands for, once; and once more where a call names a region that was not there then, for a store opens regions while a server runs
 * (PIN-013). What the caller has said of the install is not asked for.
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

/** Remembers what worked; what failed, and what is `stale`, is tried again by the next caller. */
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
