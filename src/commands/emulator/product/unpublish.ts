import { productCommand } from '../../../command/product-command.ts'

export default productCommand('unpublish', 'Make a product of the emulator a draft again, as the store would.')
