import { productCommand } from '../../../command/product-command.ts'

export default productCommand('delete', 'Delete a product as the store would (the delta lists it)')
