import { orderCommand } from '../../../command/order-command.ts'

export default orderCommand('process', 'Begin to pack a paid order of the emulator; no event tells of it.')
