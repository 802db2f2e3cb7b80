import type { Choices } from './assumption.ts'

/** Choices on points that came up while the operations were built: also silent in the documents. */
export const furtherAssumptions: Choices = {
  C1: [
    'What adopting the same product again answers.',
    'adopted: true and idempotent: true, recognised by app, product, reference and GTIN as first sent.',
  ],
  C2: [
    'A GTIN that does not fit, or that two products of the store have.',
    '409; a twin counts whatever its region and owner, unless it is deleted.',
  ],
  C3: ['A target SKU in the body of a regeneration.', '400 for sku or targetSku; other unknown fields are ignored.'],
  C4: [
    'What a field lock is.',
    'The name of a field that the owner has fixed; fieldLockTransferred says that the lock on the SKU holds the new one.',
  ],
  C5: [
    'Whether a known fileHash excuses a file that may not be uploaded.',
    'No: the file is checked first. An empty fileHash counts as none; capitals make no difference.',
  ],
  C6: ['Which contents are executables.', 'Programs, scripts, archives, wasm and PHP, whatever type the part claims.'],
  C7: ['What the evidence digest of an audit is made of.', 'SHA-256 of the evidence text in UTF-8.'],
  C8: [
    'What the content digest of a category covers.',
    'The three texts with category, region and language, so that one of another region is a 409; a stale one is a 409 for equal texts too.',
  ],
  C9: ['Which texts a content write must send.', 'All three; null is allowed.'],
  C10: ['When two category names are the same.', 'Equal text where both would be seen.'],
  C11: [
    'A binding that is there with other settings.',
    "Its row fails and nothing is overwritten; the type must be the dictionary's.",
  ],
  C12: ['What allowedValues holds.', 'Value keys; null when the attribute has no values.'],
  C13: [
    'A known attribute with another type or sortOrder.',
    'Another type fails the row without a code; an existing sortOrder stays, with a warning.',
  ],
  C14: ['Which languages are known.', 'Those of all regions of the store, closed ones too.'],
  C15: ['A list of items without any.', '400.'],
  C16: [
    'A SKU that another product of the store has.',
    'Accepted with a warning: a refusal would disclose the other product.',
  ],
  C17: [
    'The type of a product with variants, and its axes.',
    'variant; all combinations have the same axes, and an axis without a dictionary takes any text.',
  ],
  C18: ['A product without a price.', 'It takes the price of its cheapest variant, else 0 with a warning.'],
  C19: ['null in a product write.', 'As if it was left out: kept on an update, the default on a create.'],
  C20: [
    'A missing required attribute that is not an axis.',
    '400 on a create, and on an update that sends a category or attributes.',
  ],
  C21: ['A PATCH of a product that is not in the pinned region, or with another externalRef.', '404, and 400.'],
  C22: ['The externalRef of a product that the store has deleted.', 'It makes a new product.'],
  C23: [
    "How the code of an app's warehouse is derived from the app key without telling it.",
    'app- and ten hex digits of a digest over emulator and app key, with -2, -3 for further ones.',
  ],
  C24: ['Which warehouses are empty.', "Those without any quantity other than 0; released stock is the store's."],
  C25: [
    'Which products and variants stock can be written for.',
    'Those with a price in the region (else 404); a variant must be named where the product has some and no shared stock (else 400).',
  ],
  C26: [
    'The path of a storefront target.',
    '/products, /categories, /content or /pages and a slug; published products only.',
  ],
  C27: [
    'Text in a body that is not Unicode, such as half a surrogate pair.',
    '400: two different keys must not become one.',
  ],
  C28: [
    'Whether a search minds capitals.',
    'Not for ASCII letters; storefront targets go by the language of the region.',
  ],
  C29: [
    'A cost line whose externalRef is . or .., which a path cannot name.',
    '400, so that every line that is written can be deleted.',
  ],
  C30: [
    'What becomes of queued events when the payment falls due, the app is suspended or uninstalled.',
    'Each attempt asks again, by app, store and region: such an event is not sent and ends as a dead letter that says why. A reinstall changes nothing; app.uninstalled is still tried again.',
  ],
  C31: [
    "What else a suspension ends: the API's calls, and codes that were approved before.",
    'Nothing else: calls are answered and such a code is exchanged. The switch is that of B42, suspendedApp.',
  ],
  C32: [
    'What belongs to a subscription, and since when it holds.',
    'Topics are those of the exchange; webhook_url and signing secret are read at each attempt.',
  ],
  C33: [
    'Whether an app hears of an uninstall while its payment is pending.',
    'No: events are not delivered then, and this is one of them.',
  ],
  C34: ['How a write with a token of the older prefix is refused.', '403: the token is accepted, for reads only.'],
  C35: [
    'Whether the scheme of Authorization may be written bearer.',
    'No: Bearer, as the documents write it, although RFC 9110 has schemes in any case.',
  ],
  C36: [
    'When a changed panel of a published app goes back to review, and what live stores have until then.',
    'When the app is published again, as the table of states has it; until then live stores keep the approved panel.',
  ],
  C37: [
    'The domain of a region that has none, in the exchange.',
    'null, as in storefront targets, although the table of the exchange names a text alone.',
  ],
  C38: [
    'Which events an import sends where it sends some (importEmits), for it is always paid.',
    'order.created alone.',
  ],
  C39: [
    'What asks an app for fulfilment.',
    'The store, by hand, for one order, the app of its fulfilment provider.',
    'app emulator fulfillment request',
  ],
  C40: ['Whether an empty state is one.', 'It is, and comes back as it was given: state= with nothing behind it.'],
  C41: ['An empty X-Region-Id or regionId.', '401: no region has such an id.'],
  C42: [
    'Where a manager installs whose selected region was closed since.',
    'In the home region, which the admin shows as selected then.',
  ],
  C43: [
    'What a settings slot and a storefront block get to know.',
    'A settings slot the hints of a detail slot but no record, at a fixed height; a storefront block nothing, for messages go between admin and app.',
  ],
}
