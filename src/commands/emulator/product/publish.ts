import { productCommand } from '../../../cli/product-command.ts'

export default productCommand('publish', 'Publish a product on the emulator, as the store would')
