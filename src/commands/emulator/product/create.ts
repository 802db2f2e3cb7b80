import { operationCommand } from '../../../cli/operation-command.ts'
import { storeProductView } from '../../../views/emulator/store-goods.ts'

export default operationCommand('createProduct', {
  summary: 'Create a product that belongs to the store',
  description: 'No app owns the product. Any app can adopt it.',
  examples: [
    '<%= config.bin %> <%= command.id %> --name Lamp --price tr=950 --price de=19.90',
    '<%= config.bin %> <%= command.id %> --name Lamp --price tr=950 --mpn L-1 --draft',
  ],
  spelling: {
    prices: { as: 'price', shows: '<region=price>' },
    gtin: { shows: '<digits>' },
    mpn: { shows: '<number>' },
    status: { as: 'draft', means: 'P', about: 'Create the product as a draft (status P).' },
    categoryId: { as: 'category', shows: '<id>' },
    imageUrl: { as: 'image', shows: '<url>' },
    stock: { shows: '<n>' },
    attributes: { as: 'attribute', shows: '<key=value>' },
  },
  view: storeProductView,
})
