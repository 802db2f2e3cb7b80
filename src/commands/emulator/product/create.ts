import { operationCommand } from '../../../command/operation-command.ts'
import { storeProductView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('createProduct', {
  summary: "Create a product of the store's own on the emulator: no app owns it, any may adopt it.",
  examples: [
    '<%= config.bin %> <%= command.id %> --name Lamp --price tr=950 --price de=19.90',
    '<%= config.bin %> <%= command.id %> --name Lamp --price tr=950 --mpn L-1 --draft',
  ],
  spelling: {
    prices: { as: 'price', shows: '<region=price>' },
    gtin: { shows: '<digits>' },
    mpn: { shows: '<number>' },
    status: { as: 'draft', means: 'P', about: 'Status P instead of A.' },
    categoryId: { as: 'category', shows: '<id>' },
    imageUrl: { as: 'image', shows: '<url>' },
    stock: { shows: '<n>' },
    attributes: { as: 'attribute', shows: '<key=value>' },
  },
  view: storeProductView,
})
