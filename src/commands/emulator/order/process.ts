import { orderCommand } from '../../../cli/order-command.ts'

export default orderCommand('process', 'Start packing a paid order on the emulator (sends no event)')
