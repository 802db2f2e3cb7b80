import { OrderCommand } from '../../../endpoint-command/order-command.ts'

export default class EmulatorOrderCancel extends OrderCommand {
  static override summary = 'Cancel an order of the emulator that has not been shipped; order.cancelled goes out.'

  static override examples = ['<%= config.bin %> <%= command.id %> 41']

  protected readonly operation = 'cancel'
}
