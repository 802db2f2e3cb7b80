import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../command.ts'
import { portFlag } from '../../command/flags.ts'
import type { TimedEvent } from '../../dev/events/dev-event.ts'
import { style } from '../../terminal/style.ts'
import { escapeForeign } from '../../text/escape.ts'
import { devEventLine } from '../../views/dev/dev-events.ts'

/** A line of `--json`. */
export type Line = TimedEvent

export default class WebhookListen extends AppCommand<undefined> {
  static override summary =
    'Receive deliveries without starting the app: verified, journaled, shown, and forwarded if wanted.'

  static override description =
    'On the emulator the webhook address of the app leads here while this runs, and is put back at the end. Without --forward-to every genuine delivery is answered with 200. `app webhook replay` hands it to the app later. Beside the `app dev` of the project, which receives them already, it is refused unless --no-register is given. Ctrl-C ends.'

  static override writes = ['state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> webhook listen',
    '<%= config.bin %> webhook listen --forward-to http://127.0.0.1:3000/hooks',
    '<%= config.bin %> webhook listen --ndjson',
  ]

  static override flags = {
    port: portFlag(4810, 'Port to listen on; 0 picks a free one.'),
    'forward-to': Flags.string({ summary: 'Address on this machine that gets each delivery.', helpValue: '<url>' }),
    register: Flags.boolean({
      default: true,
      allowNo: true,
      summary: 'Lead the deliveries of the emulator here while this runs.',
    }),
    ndjson: Flags.boolean({ summary: 'Each event as one line of JSON, as with --json.' }),
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
