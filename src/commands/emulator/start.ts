import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../command/emulator-command.ts'
import { firstOfFourPortsFlag, seedSizesText } from '../../command/flags.ts'
import type { EmulatorUrls, OpenStoreAnswer } from '../../control/contract.ts'
import { seedNames } from '../../control/seed/seed-names.ts'
import type { World } from '../../emulator/world.ts'
import { supportsLinks } from '../../terminal/links.ts'
import { escapeForeign } from '../../text/escape.ts'
import { addressLines, movedPortsNote, type StartedPages } from '../../views/emulator/emulator.ts'
import { openedStoreView } from '../../views/stores.ts'

/** What `--json` prints once it runs. */
export type Document = { readonly event: 'ready'; readonly pid: number } & EmulatorUrls & Partial<OpenStoreAnswer>

export default class EmulatorStart extends EmulatorCommand<undefined> {
  static override summary =
    'Run the whole platform on this machine until Ctrl-C: API, store admin, developer portal, storefront.'

  static override description =
    'It listens on this machine only. `app dev` starts an emulator when none runs, and stops it at its end; this one stays until Ctrl-C or `app emulator stop`, and `app dev` joins it. Where the usual ports are held, by the platform of another project for example, it takes others, which stay the same for this platform; a port that --port names is never changed.'

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --port 5800',
    '<%= config.bin %> <%= command.id %> --seed demo',
    '<%= config.bin %> <%= command.id %> --port 0 --json',
  ]

  static override flags = {
    port: firstOfFourPortsFlag(
      4800,
      'The first of four ports in a row: API, admin, portal, storefront. 0 picks free ones.',
    ),
    seed: Flags.string({
      options: [...seedNames],
      default: 'none',
      summary: `Open a store with this content, named after the seed, unless the emulator has one already. ${seedSizesText}`,
    }),
  }

  async run(): Promise<undefined> {
    const { flags, metadata } = await this.parse(EmulatorStart)
    const { startPlatform } = await import('../../tasks/emulator/platforms/start-platform.ts')
    const { context } = this
    const { runtime, interrupted } = context
    const isMovable = metadata.flags['port']?.setFromDefault === true
    const running = await startPlatform(context, { port: flags.port, isMovable })
    const { urls } = running
    try {
      const first = Number(new URL(urls.api).port)
      if (isMovable && first !== flags.port) this.note(movedPortsNote({ preferred: flags.port, first }))
      const opened = await this.#openSeeded(running.emulator.world, flags.seed)
      if (this.jsonEnabled()) {
        const document: Document = { event: 'ready', ...urls, pid: runtime.pid, ...opened }
        context.terminal.out(escapeForeign(JSON.stringify(document)))
      }
      const { links, pages } = await this.#looksOfAddresses(running.emulator.world)
      this.show(addressLines(urls, pages, { ...this.looks, links }))
      if (opened !== null) this.show(openedStoreView(opened, this.looks))
      this.note('The emulator runs. Ctrl-C stops it; its data stays.')
      await Promise.race([running.stopRequested, aborted(interrupted)])
    } finally {
      await running.close()
    }
    return undefined
  }

  /** On a terminal the admin and the portal open signed in; a pipe gets no key. */
  async #looksOfAddresses(world: World): Promise<{ links: boolean; pages: StartedPages | null }> {
    const { terminal, env, paths } = this.context
    if (terminal.width === 0) return { links: false, pages: null }
    const { pageLinks } = await import('../../control/pages/page-links.ts')
    const { listStores } = await import('../../emulator/platform/stores.ts')
    const [store] = listStores(world)
    const { admin, portal } = pageLinks(paths, store?.code ?? '') ?? {}
    return {
      links: supportsLinks(env, true),
      pages: { ...(portal && { portal }), ...(admin && store && { admin }) },
    }
  }

  /** Before it is announced: while a store is filled, nothing else is answered. */
  async #openSeeded(world: World, wanted: string): Promise<OpenStoreAnswer | null> {
    const seed = seedNames.find((one) => one === wanted)
    if (seed === undefined || seed === 'none') return null
    const { openSeededStore } = await import('../../emulator/platform/open-store.ts')
    return openSeededStore(world, seed, ({ what, done, of }) => {
      if (this.context.terminal.isInteractive) this.note(`Filling the store: ${what} ${done} of ${of}`)
    })
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
