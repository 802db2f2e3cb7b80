import { orderCommand } from '../../../command/order-command.ts'

export default orderCommand('process', 'Start packing a paid order of the emulator; no event goes out.')
