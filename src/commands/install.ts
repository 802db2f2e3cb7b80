import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../cli.ts'
import { installFlags } from '../cli/flags.ts'
import { ownerDecides } from '../cli/target/owner-decides.ts'
import { createControlClient } from '../control/control-client.ts'
import type { InstalledApp } from '../install/install-app.ts'
import { placeFlags } from '../tasks/install/place-flags.ts'
import { runInstall } from '../tasks/install/run-install.ts'
import { escapeForeign } from '../text/escape.ts'
import { installView } from '../views/install.ts'

export default class Install extends AppCommand<InstalledApp> {
  static override summary = 'Install the app in a store: consent, code exchange, token'

  static override description =
    'Opens the consent page, waits for the browser on the first registered redirect URL, and exchanges the code. The token is stored on this machine, not in the app. If `app dev` is running the app, the app handles the install and stores its token. --paste needs no listener. --approve (emulator only) needs no browser. An install revokes the current token for its store and region. The command asks first on the live platform, and on the emulator if a running app uses that token. Scripts need --yes.'

  static override writes = ['state', 'emulator'] as const

  static override examples = [
    '<%= config.bin %> install',
    '<%= config.bin %> install --approve --region de --json',
    '<%= config.bin %> install --paste --target live',
    'ssh build-host <%= config.bin %> install --paste --target live --yes',
  ]

  static override rejectedOnLive = ownerDecides

  static override flags = {
    ...installFlags,
    browser: Flags.boolean({
      summary: 'Open the consent page in the browser and wait (default).',
      exclusive: ['paste', 'approve'],
    }),
    paste: Flags.boolean({
      summary:
        'Print the consent URL, then ask for the URL that the browser is redirected to. Without a terminal, read it from stdin.',
      exclusive: ['approve'],
    }),
    approve: Flags.boolean({
      summary: "Approve as the store's manager, through the real consent form (emulator only).",
    }),
    yes: Flags.boolean({
      char: 'y',
      summary: 'Skip the confirmation prompt, even if the install revokes a token in use.',
    }),
    timeout: Flags.integer({
      summary: 'Seconds to wait for the browser or for the URL on stdin.',
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
    const installed = await runInstall(this.context, { project, target, control, flags })
    this.show(installView(installed, this.looks))
    for (const hint of installed.hints) this.note(escapeForeign(hint))
    const place =
      control === null ? '' : await placeFlags(this.context, control, { identity: target.identity, ...installed })
    this.note(nextStep(target.name, installed, { place, why: whyCommand(project.config.webhooks.topics) }))
    return installed
  }
}

/** Without a payment no event is delivered, so the command suggests none. */
function nextStep(
  targetName: string,
  { paymentPending }: InstalledApp,
  { place, why }: { readonly place: string; readonly why: string },
): string {
  if (targetName === 'emulator') {
    return paymentPending
      ? `Next, pay for the plan: \`app emulator plan paid${place.replace(/ --region \S+$/, '')}\``
      : `Next, place an order with \`app emulator order place --paid${place}\`. If no event arrives, run \`${why}${place}\`.`
  }
  return paymentPending
    ? 'Next, ask the store owner to pay for the plan in the store admin. Then run `app context --target live`.'
    : `Next, trigger an event in the store. If no event arrives, run \`${why} --target live\`.`
}

/** Prefers one of the app's order topics, because an order is the usual first test event. */
function whyCommand(topics: readonly string[]): string {
  const topic = ['order.paid', 'order.created', ...topics].find((one) => topics.includes(one))
  return topic === undefined ? 'app webhook why' : `app webhook why ${topic}`
}
