import { bool, id, int, label, listOf, nullable, objectOf, oneOf, optional, orElse, region, text } from './fields.ts'
import { seedNames } from './seed/seed-names.ts'

// Inputs of operations whose type has a separate name (contract.ts, store-contract.ts).

const texts = (about: string) => listOf(text({ about }), { about })

/** The fields that a developer enters. The six snake_case names are documented (B53). */
export const registration = {
  name: label(200, 'App name that store owners see.'),
  requested_scopes: texts('Scopes.'),
  /** B8. */
  optional_scopes: orElse(texts('Requested scopes that the owner can turn off.'), []),
  redirect_uris: texts('Redirect URLs for installs.'),
  install_scope: orElse(text({ about: 'Install scope: region or store.' }), 'region'),
  webhook_url: orElse(nullable(text({ about: 'URL that receives events.' })), null),
  webhook_topics: orElse(texts('Topics.'), []),
  admin_manifest_json: orElse(nullable(text({ about: 'Admin manifest as JSON text.' })), null),
  /** APP-002. */
  countries: orElse(
    texts('Two-letter country codes (ISO 3166-1), empty for a global app. Set when the app is created.'),
    [],
  ),
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
        topics: optional(bool('Skip the topic check.')),
        no_signing_secret: optional(bool('Create the app without a signing secret.')),
        install_scope: optional(bool('Skip the install scope check.')),
      },
      'Skips checks, so that you can test cases that fail silently on the platform.',
    ),
    {},
  ),
}

export const order = {
  region: optional(region('Region by id, code, country or currency. Default: the home region.')),
  paid: orElse(bool('Pay immediately, which also sends order.paid.'), false),
  items: optional(
    listOf(
      objectOf(
        {
          productId: id('Product id.'),
          variantId: optional(id('Variant id. Default: the product itself.')),
          quantity: int({ about: 'Pieces.', min: 1, max: 1_000_000 }),
        },
        'Order item.',
      ),
      { about: 'Order items. Default: one piece of the first product.', min: 1, max: 500 },
    ),
  ),
}

export const store = {
  name: label(80, 'Store name.'),
  regions: orElse(
    listOf(text({ about: 'Two-letter country code (ISO 3166-1).' }), {
      about: 'Two-letter country codes of the regions (ISO 3166-1). The first is the home region.',
      min: 1,
      max: 20,
    }),
    ['TR', 'DE', 'GB'],
  ),
  /** DISC-050, DISC-072. */
  withoutDomain: orElse(
    listOf(text({ about: 'Two-letter country code (ISO 3166-1).' }), {
      about: 'Country codes of the regions without a domain.',
    }),
    [],
  ),
  /** APP-022. */
  appKey: optional(text({ about: "App key. The new store is added to the app's test_store_codes." })),
  seed: orElse(oneOf(seedNames, 'Contents of the new store.'), 'small'),
}

export const storePlans = ['none-selected', 'free', 'paid-pending', 'paid', 'provisioning-rejected'] as const
export const appStatuses = ['D', 'P', 'published', 'X'] as const
export const orderOperations = ['pay', 'process', 'ship', 'deliver', 'cancel', 'refund'] as const
export const deliveryStates = ['pending', 'delivered', 'dead_letter'] as const
export const productOperations = ['publish', 'unpublish', 'delete'] as const
export const regionOperations = ['activate', 'deactivate'] as const
