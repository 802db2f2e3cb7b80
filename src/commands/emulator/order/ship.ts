import { OrderCommand } from '../../../endpoint-command/order-command.ts'

export default class EmulatorOrderShip extends OrderCommand {
  static override summary = 'Ship a paid order of the emulator; order.shipped goes out.'

  static override examples = ['<%= config.bin %> <%= command.id %> 41']

  protected readonly operation = 'ship'
}
