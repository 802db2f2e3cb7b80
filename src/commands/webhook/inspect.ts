import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../cli.ts'
import { portFlag } from '../../cli/flags.ts'

/** The first line that `--json` prints. The last line holds the reason for stopping. */
export interface Line {
  readonly event: 'inspecting'
  readonly url: string
  /** Whether the inspector belongs to a running `app dev`. */
  readonly joined: boolean
}

export default class WebhookInspect extends AppCommand<undefined> {
  static override summary = 'Open the inspector for deliveries, API calls and installs'

  static override description =
    "If `app dev` is running in this project, opens its inspector and exits. Otherwise serves the inspector until Ctrl-C and starts nothing else. The URL contains a token that is valid until the inspector stops. Replays, edited events and test events are sent to the project's app if it is running. With another --port, such as 0, a new inspector is served."

  static override writes = ['state'] as const

  static override examples = [
    '<%= config.bin %> webhook inspect',
    '<%= config.bin %> webhook inspect --port 0 --no-open',
    '<%= config.bin %> webhook inspect --json',
  ]

  static override flags = {
    port: portFlag(4812, 'Inspector port. 0 picks a free port.'),
    open: Flags.boolean({ default: true, allowNo: true, summary: 'Open the browser.' }),
  }

  async run(): Promise<undefined> {
    const { flags, metadata } = await this.parse(WebhookInspect)
    const project = await this.project()
    const { inspect, inspectorAt } = await import('../../tasks/webhook/inspect.ts')
    const { terminal, openBrowser } = this.context
    const isPortGiven = metadata.flags['port']?.setFromDefault !== true
    const running = inspectorAt(this.context, project, isPortGiven ? flags.port : null)
    if (running !== null) {
      const { url } = running
      if (this.jsonEnabled()) terminal.out(lineOf(url, true))
      else this.show(`Inspector of the running \`app dev\`: ${url}`)
      const ticketUrl = flags.open ? await running.ticketUrl() : null
      if (ticketUrl !== null) await openBrowser(ticketUrl)
      return undefined
    }
    return inspect(this.context, {
      project,
      target: () => this.target(project),
      port: flags.port,
      onOpen: async ({ url, ticketUrl }) => {
        if (this.jsonEnabled()) terminal.out(lineOf(url, false))
        else this.show(`Inspector: ${url}\nPress Ctrl-C to stop.`)
        if (flags.open) await openBrowser(ticketUrl())
      },
    })
  }
}

function lineOf(url: string, joined: boolean): string {
  const document: Line = { event: 'inspecting', url, joined }
  return JSON.stringify(document)
}
