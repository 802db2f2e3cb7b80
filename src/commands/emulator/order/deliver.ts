import { orderCommand } from '../../../command/order-command.ts'

export default orderCommand('deliver', 'Hand a shipped order of the emulator over; no event tells of it.')
