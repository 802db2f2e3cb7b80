import * as Args from '@oclif/core/args'

import { EmulatorCommand } from '../../cli/emulator-command.ts'
import { appFlag, storeFlag } from '../../cli/flags.ts'
import { storePlans } from '../../control/bodies.ts'
import { meantApp } from '../../tasks/selection/apps.ts'
import { facts } from '../../views/cells.ts'

interface ChosenPlan {
  readonly appKey: string
  /** Store code. */
  readonly store: string
  readonly plan: string
}

export default class EmulatorPlan extends EmulatorCommand<ChosenPlan> {
  static override summary = 'Show or change the plan that a store chose for an app'

  static override description =
    'With the plan `none-selected`, the consent page rejects the app. With `paid-pending`, the app is installed, but every call returns 402 and no event is sent until you set `paid` or `free`. With `provisioning-rejected`, Approve works, but the code exchange fails.'

  static override writes = ['emulator'] as const

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> paid-pending',
    '<%= config.bin %> <%= command.id %> paid --store demo',
  ]

  static override args = {
    plan: Args.option({ options: storePlans })({
      description: 'New plan. Default: show the current plan.',
    }),
  }

  static override flags = { ...appFlag, ...storeFlag }

  async run(): Promise<ChosenPlan> {
    const { args, flags } = await this.parse(EmulatorPlan)
    const { control, code } = await this.storeControl(flags.store)
    const appKey = await meantApp({ control: () => this.control(), project: () => this.project() }, flags.app)
    if (args.plan !== undefined) await control.setPlan({ store: code, key: appKey, plan: args.plan })
    const plan = await control.plan({ store: code, key: appKey })
    this.show(
      facts([
        ['app', appKey],
        ['store', code],
        ['plan', plan],
      ]),
    )
    return { appKey, store: code, plan }
  }
}
