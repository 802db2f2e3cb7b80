import { bool, id, int, label, listOf, nullable, objectOf, oneOf, optional, orElse, region, text } from './fields.ts'
import { seedNames } from './seed/seed-names.ts'

// What is given to operations, where its type has its own name (contract.ts, store-contract.ts).

const texts = (about: string) => listOf(text({ about }), { about })

/** What a developer enters. The six snake_case names are the documented spellings (B53). */
export const registration = {
  name: label(200, 'The name that owners see.'),
  requested_scopes: texts('Scopes.'),
  /** B8. */
  optional_scopes: orElse(texts('Those of the scopes that the owner may switch off.'), []),
  redirect_uris: texts('Where an install may lead back to.'),
  install_scope: orElse(text({ about: 'region or store' }), 'region'),
  webhook_url: orElse(nullable(text({ about: 'URL that receives events.' })), null),
  webhook_topics: orElse(texts('Topics.'), []),
  admin_manifest_json: orElse(nullable(text({ about: 'Admin manifest as JSON text.' })), null),
  /** APP-002. */
  countries: orElse(texts('ISO-2 codes; empty for a global app. Chosen when the app is made.'), []),
  /** APP-016. */
  price: orElse(
    nullable(
      text({
        about: 'Price text, shown unchanged in the app catalog. Empty for a free app.',
        max: 100,
        pattern: /\S/,
      }),
    ),
    null,
  ),
  /** A13, INST-076. */
  unchecked: orElse(
    objectOf(
      {
        topics: optional(bool('Topics are not checked.')),
        no_signing_secret: optional(bool('There is no signing secret.')),
        install_scope: optional(bool('The install scope is not checked.')),
      },
      'Only for reaching the silent cases by hand.',
    ),
    {},
  ),
}

export const order = {
  region: optional(region('Region by id, code, country or currency; the home region when left out.')),
  paid: orElse(bool('Pay at once, so that order.paid goes out too.'), false),
  items: optional(
    listOf(
      objectOf(
        {
          productId: id('Product id.'),
          variantId: optional(id('Which of its variants; the product itself when left out.')),
          quantity: int({ about: 'Pieces.', min: 1, max: 1_000_000 }),
        },
        'A product and how many of it.',
      ),
      { about: 'Order items. Default: one piece of the first product.', min: 1, max: 500 },
    ),
  ),
}

export const store = {
  name: label(80, 'Its name.'),
  regions: orElse(
    listOf(text({ about: 'ISO-2 country code.' }), {
      about: 'ISO-2 country codes of the regions. The first is the home region.',
      min: 1,
      max: 20,
    }),
    ['TR', 'DE', 'GB'],
  ),
  /** DISC-050, DISC-072. */
  withoutDomain: orElse(
    listOf(text({ about: 'ISO-2 country code.' }), { about: 'Country codes of the regions without a domain.' }),
    [],
  ),
  /** APP-022. */
  appKey: optional(text({ about: 'App to add the new store to, in test_store_codes.' })),
  seed: orElse(oneOf(seedNames, 'What it is filled with.'), 'small'),
}

export const storePlans = ['none-selected', 'free', 'paid-pending', 'paid', 'provisioning-refused'] as const
export const appStatuses = ['D', 'P', 'published', 'X'] as const
export const orderOperations = ['pay', 'process', 'ship', 'deliver', 'cancel', 'refund'] as const
export const deliveryStates = ['pending', 'delivered', 'dead_letter'] as const
export const productOperations = ['publish', 'unpublish', 'delete'] as const
export const regionOperations = ['activate', 'deactivate'] as const
