import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../command.ts'
import { escapeForeign } from '../../values/escape.ts'
import { addressLines } from '../../views/emulator.ts'

export default class EmulatorStart extends AppCommand<undefined> {
  static override summary =
    'Run the whole platform on this machine until Ctrl-C: API, store admin, developer portal, storefront.'

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --port 5800',
    '<%= config.bin %> <%= command.id %> --port 0 --json',
  ]

  static override flags = {
    port: Flags.integer({
      default: 4800,
      min: 0,
      max: 65_532,
      summary: 'The first of four ports in a row: API, admin, portal, storefront. 0 picks free ones.',
    }),
  }

  async run(): Promise<undefined> {
    const { flags } = await this.parse(EmulatorStart)
    const { serveEmulator } = await import('../../emulator/serve.ts')
    const { context } = this
    const { paths, now, version, runtime, interrupted } = context
    const running = await serveEmulator({
      paths,
      port: flags.port,
      host: context.env['HOST'],
      now,
      version,
      pid: runtime.pid,
    })
    const { urls } = running
    try {
      if (this.jsonEnabled()) {
        context.terminal.out(escapeForeign(JSON.stringify({ event: 'ready', ...urls, pid: runtime.pid })))
      }
      this.show(addressLines(urls))
      this.note('The emulator runs. Ctrl-C stops it; its data stays.')
      await Promise.race([running.stopRequested, aborted(interrupted)])
    } finally {
      await running.close()
    }
    return undefined
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}
