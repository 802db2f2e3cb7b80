import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../cli/emulator-command.ts'
import { firstOfFourPortsFlag, seedSizesText } from '../../cli/flags.ts'
import type { EmulatorUrls, OpenStoreAnswer } from '../../control/contract.ts'
import { seedNames } from '../../control/seed/seed-names.ts'
import { movedPortsNote } from '../../dev/ports/port-note.ts'
import type { EmulatorContext } from '../../emulator/context.ts'
import { supportsLinks } from '../../terminal/links.ts'
import { escapeForeign } from '../../text/escape.ts'
import { addressLines, type StartedPages } from '../../views/emulator/emulator.ts'
import { openedStoreView } from '../../views/stores.ts'

/** What `--json` prints once the emulator runs. */
export type Document = { readonly event: 'ready'; readonly pid: number } & EmulatorUrls & Partial<OpenStoreAnswer>

export default class EmulatorStart extends EmulatorCommand<undefined> {
  static override summary = 'Start the emulator and run it until Ctrl-C'

  static override description =
    "Serves the API, store admin, developer portal and storefront on this machine only. `app dev` uses a running emulator. If no emulator is running, `app dev` starts one and stops it on exit. If the default ports are in use, for example by another project's platform, the emulator picks other ports and keeps them for this platform. Ports set with --port never change."

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
      'First of four consecutive ports: API, admin, portal, storefront. 0 picks free ports.',
    ),
    seed: Flags.string({
      options: [...seedNames],
      default: 'none',
      summary: `Create a store with this content, named after the seed, if it does not exist. ${seedSizesText}`,
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
      const opened = await this.#openSeeded(running.emulator.context, flags.seed)
      if (this.jsonEnabled()) {
        const document: Document = { event: 'ready', ...urls, pid: runtime.pid, ...opened }
        context.terminal.out(escapeForeign(JSON.stringify(document)))
      }
      const { links, pages } = await this.#looksOfAddresses(running.emulator.context)
      this.show(addressLines(urls, pages, { ...this.looks, links }))
      if (opened !== null) this.show(openedStoreView(opened, this.looks))
      this.note('The emulator is running. Press Ctrl-C to stop it. Its data is preserved.')
      await Promise.race([running.stopRequested, aborted(interrupted)])
    } finally {
      await running.close()
    }
    return undefined
  }

  /** On a terminal the admin and the portal open signed in. A pipe gets no key. */
  async #looksOfAddresses(emulator: EmulatorContext): Promise<{ links: boolean; pages: StartedPages | null }> {
    const { terminal, env, paths } = this.context
    if (terminal.width === 0) return { links: false, pages: null }
    const { pageLinks } = await import('../../control/pages/page-links.ts')
    const { listStores } = await import('../../emulator/platform/stores.ts')
    const [store] = listStores(emulator)
    const { admin, portal } = pageLinks(paths, store?.code ?? '') ?? {}
    return {
      links: supportsLinks(env, true),
      pages: { ...(portal && { portal }), ...(admin && store && { admin }) },
    }
  }

  /** Runs before the ready event: while a store is seeded, the emulator answers no other request. */
  async #openSeeded(emulator: EmulatorContext, wanted: string): Promise<OpenStoreAnswer | null> {
    const seed = seedNames.find((one) => one === wanted)
    if (seed === undefined || seed === 'none') return null
    const { openSeededStore } = await import('../../emulator/seed/open-store.ts')
    return openSeededStore(emulator, seed, ({ what, done, of }) => {
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
