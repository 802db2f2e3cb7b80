import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../command.ts'
import { installFlags } from '../command/flags.ts'
import { ownerDecides } from '../command/target/owner-decides.ts'
import { createControlClient } from '../control/control-client.ts'
import { runningSession } from '../dev/lock.ts'
import { installApp, type InstalledApp } from '../install/install-app.ts'
import { placeFlags } from '../tasks/install/place-flags.ts'
import { prepareInstall, type InstallRequest } from '../tasks/install/prepare-install.ts'
import { escapeForeign } from '../text/escape.ts'
import { installView } from '../views/install.ts'

export default class Install extends AppCommand<InstalledApp> {
  static override summary = 'Install the app into a store: consent, code exchange, token.'

  static override description =
    'Waits for the browser on the first registered redirect address, and exchanges the code here: the app itself has no token then. Where `app dev` runs the app, the install goes through the app, which keeps its token. --paste needs no listener, --approve (emulator only) needs no person.'

  static override writes = ['state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> install',
    '<%= config.bin %> install --approve --region de --json',
    '<%= config.bin %> install --paste --target live',
  ]

  static override rejectedOnLive = ownerDecides

  static override flags = {
    ...installFlags,
    browser: Flags.boolean({
      summary: 'Open the consent page in the browser and wait (default).',
      exclusive: ['paste', 'approve'],
    }),
    paste: Flags.boolean({
      summary: 'Print the address, then ask for the one that the browser ended on.',
      exclusive: ['approve'],
    }),
    approve: Flags.boolean({
      summary: "Approve as the store's manager, through the real consent form (emulator only).",
    }),
    timeout: Flags.integer({
      summary: 'Seconds to wait for the browser.',
      default: 300,
      min: 1,
      max: 3600,
      helpValue: '<seconds>',
    }),
  }

  async run(): Promise<InstalledApp> {
    const { flags } = await this.parse(Install)
    const project = await this.project()
    const target = await this.target(project)
    const control = target.control && createControlClient({ send: this.context.send, ...target.control })
    const installed = await this.#install({ project, target, control, flags })
    this.show(installView(installed, this.looks))
    for (const hint of installed.hints) this.note(escapeForeign(hint))
    const { identity } = target
    const place = control === null ? '' : await placeFlags(this.context, control, { identity, ...installed })
    this.note(nextStep(target.name, place))
    return installed
  }

  /** Where `app dev` runs the app, the app itself exchanges the code: an exchange from here would revoke its token. */
  async #install(request: InstallRequest): Promise<InstalledApp> {
    const { paths } = this.context
    const running = runningSession({ paths, dir: request.project.dir })
    if (running !== null && (running.target === null || running.target === request.target.name)) {
      const { installThroughApp } = await import('../tasks/install/install-through-app.ts')
      return installThroughApp(this.context, { ...request, running })
    }
    const { tools, input } = await prepareInstall(this.context, request)
    return installApp(tools, input)
  }
}

function nextStep(targetName: string, place: string): string {
  return targetName === 'emulator'
    ? `Next: place an order, \`app emulator order place --paid${place}\`; \`app webhook why order.paid${place}\` says why no event arrives.`
    : 'Next: cause an event in the store; `app webhook why order.paid` says why none arrives.'
}
