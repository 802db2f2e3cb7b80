import { OrderCommand } from '../../../endpoint-command/order-command.ts'

export default class EmulatorOrderPay extends OrderCommand {
  static override summary = 'Pay an order of the emulator; order.paid goes out.'

  static override examples = ['<%= config.bin %> <%= command.id %> 41']

  protected readonly operation = 'pay'
}
