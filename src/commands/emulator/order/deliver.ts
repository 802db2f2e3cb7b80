import { orderCommand } from '../../../command/order-command.ts'

export default orderCommand('deliver', 'Deliver a shipped order of the emulator to the customer; no event goes out.')
