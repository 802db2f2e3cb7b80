import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { portFlag } from '../../cli/flags.ts'
import type { TimedEvent } from '../../dev/events/dev-event.ts'
import { style } from '../../terminal/style.ts'
import { escapeForeign } from '../../text/escape.ts'
import { devEventLine } from '../../views/dev/dev-events.ts'

export type Line = TimedEvent

export default class WebhookListen extends AppCommand<undefined> {
  static override summary = 'Receive deliveries without starting the app'

  static override description =
    "Verifies deliveries, records them in the journal and prints them. On the emulator, the app's webhook URL points to this command while it runs, and is restored on exit. Without --forward-to, every genuine delivery gets a 200 response. To send a delivery to the app later, use `app webhook replay`. While the project's `app dev` is running, the command fails without --no-register. Press Ctrl-C to stop."

  static override writes = ['state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> webhook listen',
    '<%= config.bin %> webhook listen --forward-to http://127.0.0.1:3000/hooks',
    '<%= config.bin %> webhook listen --ndjson',
  ]

  static override flags = {
    port: portFlag(4810, 'Port to listen on. 0 picks a free port.'),
    'forward-to': Flags.string({ summary: 'Local URL to forward each delivery to.', helpValue: '<url>' }),
    register: Flags.boolean({
      default: true,
      allowNo: true,
      summary: "Route the emulator's deliveries to this command while it runs.",
    }),
    ndjson: Flags.boolean({ summary: 'Print one JSON event per line, as --json does.' }),
  }

  async run(): Promise<undefined> {
    const { flags } = await this.parse(WebhookListen)
    const project = await this.project()
    const target = await this.target(project)
    const control = target.name === 'emulator' && flags.register ? await this.control() : null
    const { listen } = await import('../../tasks/webhook/listen.ts')
    const { terminal } = this.context
    const looks = style(terminal.colour)
    const plan = { project, target, control, port: flags.port, forwardTo: flags['forward-to'] ?? null }
    for await (const event of listen(this.context, plan)) {
      if (this.jsonEnabled() || flags.ndjson) terminal.out(lineOf(event))
      else this.show(devEventLine(event, { style: looks, width: this.looks.width }))
    }
    return undefined
  }
}

function lineOf(event: Line): string {
  return escapeForeign(JSON.stringify(event))
}
