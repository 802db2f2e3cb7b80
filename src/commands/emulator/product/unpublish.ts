import { productCommand } from '../../../cli/product-command.ts'

export default productCommand('unpublish', 'Return a product to draft status, as the store would')
