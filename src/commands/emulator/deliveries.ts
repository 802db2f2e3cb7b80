import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../cli/emulator-command.ts'
import { wideFlag } from '../../cli/flags.ts'
import { linesFlag } from '../../cli/lines.ts'
import type { Delivery, DeliveryState } from '../../control/contract.ts'
import { namedApp } from '../../tasks/selection/apps.ts'
import { deliveryTable } from '../../views/emulator/deliveries.ts'

const states: readonly DeliveryState[] = ['pending', 'delivered', 'dead_letter']

export default class EmulatorDeliveries extends EmulatorCommand<{ readonly deliveries: readonly Delivery[] }> {
  static override summary = "List the emulator's deliveries, newest first"

  static override description =
    'Shows what the emulator sends to each app, with state, attempts and last error. `app webhook list` lists what arrived on this machine.'

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --state dead_letter --json',
  ]

  static override flags = {
    app: Flags.string({ summary: 'Show only deliveries to this app.', helpValue: '<key>' }),
    state: Flags.string({ summary: 'Show only deliveries in this state.', options: [...states] }),
    limit: Flags.integer({
      summary: 'Maximum number of deliveries.',
      default: 20,
      min: 1,
      max: 1000,
      helpValue: '<n>',
    }),
    ...linesFlag,
    ...wideFlag,
  }

  async run(): Promise<{ readonly deliveries: readonly Delivery[] }> {
    const { flags } = await this.parse(EmulatorDeliveries)
    const control = await this.control()
    const appKey = await namedApp({ control: () => this.control(), project: () => this.project() }, flags.app)
    const state = states.find((one) => one === flags.state)
    const deliveries = await control.deliveries({
      limit: flags.limit,
      app: appKey,
      state,
    })
    this.show(deliveryTable(deliveries, this.looks))
    return { deliveries }
  }
}
