import * as Flags from '@oclif/core/flags'

import { EmulatorCommand } from '../../command/emulator-command.ts'
import { wideFlag } from '../../command/flags.ts'
import { linesFlag } from '../../command/lines.ts'
import type { Delivery, DeliveryState } from '../../control/contract.ts'
import { namedApp } from '../../tasks/meant/apps.ts'
import { deliveryTable } from '../../views/emulator/deliveries.ts'

const states: readonly DeliveryState[] = ['pending', 'delivered', 'dead_letter']

export default class EmulatorDeliveries extends EmulatorCommand<{ readonly deliveries: readonly Delivery[] }> {
  static override summary = "Show the emulator's delivery queue, newest first: state, attempts, last error."

  static override description =
    'This is what the platform sends, and to whom; what arrived here is in `app webhook list`.'

  static override examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --state dead_letter --json',
  ]

  static override flags = {
    app: Flags.string({ summary: 'Only deliveries to this app.', helpValue: '<key>' }),
    state: Flags.string({ summary: 'Only deliveries in this state.', options: [...states] }),
    limit: Flags.integer({ summary: 'At most this many.', default: 20, min: 1, max: 1000, helpValue: '<n>' }),
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
