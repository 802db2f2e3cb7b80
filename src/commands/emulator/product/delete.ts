import { productCommand } from '../../../command/product-command.ts'

export default productCommand('delete', 'Delete a product of the emulator, as the store would; the delta lists it.')
