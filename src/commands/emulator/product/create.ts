import * as Flags from '@oclif/core/flags'

import { AppCommand } from '../../../command.ts'
import { storeFlag } from '../../../command/flags.ts'
import type { StoreProduct } from '../../../control/store-contract.ts'
import { readPairs } from '../../../tasks/pairs.ts'
import { storeProductView } from '../../../views/emulator/store-goods.ts'

export default class EmulatorProductCreate extends AppCommand<StoreProduct> {
  static override summary = "Create a product of the store's own on the emulator: no app owns it, any may adopt it."

  static override examples = [
    '<%= config.bin %> <%= command.id %> --name Lamp --price tr=950 --price de=19.90',
    '<%= config.bin %> <%= command.id %> --name Lamp --price tr=950 --gtin 4006381333931 --mpn L-1 --draft --json',
  ]

  static override flags = {
    ...storeFlag,
    name: Flags.string({ required: true, summary: 'Its name.', helpValue: '<name>' }),
    price: Flags.string({
      required: true,
      multiple: true,
      summary: "Price in a region, in the region's currency; the product is in the regions that have one.",
      helpValue: '<region=price>',
    }),
    sku: Flags.string({ summary: "SKU; the store's formula gives one when left out.", helpValue: '<sku>' }),
    gtin: Flags.string({ summary: 'Barcode, 8 to 14 digits.', helpValue: '<digits>' }),
    mpn: Flags.string({ summary: 'Manufacturer part number.', helpValue: '<number>' }),
    category: Flags.integer({ summary: 'Category id.', helpValue: '<id>' }),
    image: Flags.string({ summary: 'Address of its image.', helpValue: '<url>' }),
    stock: Flags.string({ summary: 'Pieces in the default warehouse.', default: '0', helpValue: '<n>' }),
    attribute: Flags.string({
      multiple: true,
      summary: 'An attribute value of the dictionary.',
      helpValue: '<key=value>',
    }),
    draft: Flags.boolean({ summary: 'Status P instead of A.' }),
  }

  async run(): Promise<StoreProduct> {
    const { flags } = await this.parse(EmulatorProductCreate)
    const input = inputOf(flags)
    const { control, code } = await this.storeControl('Creating a product', flags.store)
    const product = await control.createProduct({ store: code, ...input })
    this.show(storeProductView(product, this.looks))
    return product
  }
}

interface Given {
  readonly name: string
  readonly price: readonly string[]
  readonly sku?: string | undefined
  readonly gtin?: string | undefined
  readonly mpn?: string | undefined
  readonly category?: number | undefined
  readonly image?: string | undefined
  readonly stock: string
  readonly attribute?: readonly string[] | undefined
  readonly draft: boolean
}

function inputOf({ name, price, sku, gtin, mpn, category, image, stock, attribute, draft }: Given) {
  return {
    name,
    stock,
    status: draft ? ('P' as const) : ('A' as const),
    prices: readPairs('--price', price),
    attributes: readPairs('--attribute', attribute ?? []),
    ...(sku === undefined ? {} : { sku }),
    ...(gtin === undefined ? {} : { gtin }),
    ...(mpn === undefined ? {} : { mpn }),
    ...(category === undefined ? {} : { categoryId: category }),
    ...(image === undefined ? {} : { imageUrl: image }),
  }
}
