import { OrderCommand } from '../../../endpoint-command/order-command.ts'

export default class EmulatorOrderRefund extends OrderCommand {
  static override summary = 'Refund a paid order of the emulator; order.refunded goes out.'

  static override examples = ['<%= config.bin %> <%= command.id %> 41']

  protected readonly operation = 'refund'
}
