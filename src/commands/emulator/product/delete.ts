import { productCommand } from '../../../cli/product-command.ts'

export default productCommand('delete', 'Delete a product on the emulator, as the store would')
