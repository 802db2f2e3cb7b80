import { productCommand } from '../../../command/product-command.ts'

export default productCommand('publish', 'Publish a product of the emulator, as the store would.')
