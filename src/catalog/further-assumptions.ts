import type { Choice } from './assumption.ts'

/** Choices on points that came up while the operations were built: also silent in the documents. */
export const furtherAssumptions: readonly Choice[] = [
  {
    id: 'C1',
    open: 'What adopting the same product again answers.',
    choice: 'adopted: true and idempotent: true, recognised by app, product, reference and GTIN as first sent.',
  },
  {
    id: 'C2',
    open: 'A GTIN that does not fit, or that two products of the store have.',
    choice: '409; a twin counts whatever its region and owner, unless it is deleted.',
  },
  {
    id: 'C3',
    open: 'A target SKU in the body of a regeneration.',
    choice: '400 for sku or targetSku; other unknown fields are ignored.',
  },
  {
    id: 'C4',
    open: 'What a field lock is.',
    choice:
      'The name of a field that the owner has fixed; fieldLockTransferred says that the lock on the SKU holds the new one.',
  },
  {
    id: 'C5',
    open: 'Whether a known fileHash excuses a file that may not be uploaded.',
    choice: 'No: the file is checked first. An empty fileHash counts as none; capitals make no difference.',
  },
  {
    id: 'C6',
    open: 'Which contents are executables.',
    choice: 'Programs, scripts, archives, wasm and PHP, whatever type the part claims.',
  },
  {
    id: 'C7',
    open: 'What the evidence digest of an audit is made of.',
    choice: 'SHA-256 of the evidence text in UTF-8.',
  },
  {
    id: 'C8',
    open: 'What the content digest of a category covers.',
    choice:
      'The three texts with category, region and language, so that one of another region is a 409; a stale one is a 409 for equal texts too.',
  },
  { id: 'C9', open: 'Which texts a content write must send.', choice: 'All three; null is allowed.' },
  { id: 'C10', open: 'When two category names are the same.', choice: 'Equal text where both would be seen.' },
  {
    id: 'C11',
    open: 'A binding that is there with other settings.',
    choice: "Its row fails and nothing is overwritten; the type must be the dictionary's.",
  },
  { id: 'C12', open: 'What allowedValues holds.', choice: 'Value keys; null when the attribute has no values.' },
  {
    id: 'C13',
    open: 'A known attribute with another type or sortOrder.',
    choice: 'Another type fails the row without a code; an existing sortOrder stays, with a warning.',
  },
  { id: 'C14', open: 'Which languages are known.', choice: 'Those of all regions of the store, closed ones too.' },
  { id: 'C15', open: 'A list of items without any.', choice: '400.' },
  {
    id: 'C16',
    open: 'A SKU that another product of the store has.',
    choice: 'Accepted with a warning: a refusal would disclose the other product.',
  },
  {
    id: 'C17',
    open: 'The type of a product with variants, and its axes.',
    choice: 'variant; all combinations have the same axes, and an axis without a dictionary takes any text.',
  },
  {
    id: 'C18',
    open: 'A product without a price.',
    choice: 'It takes the price of its cheapest variant, else 0 with a warning.',
  },
  {
    id: 'C19',
    open: 'null in a product write.',
    choice: 'As if it was left out: kept on an update, the default on a create.',
  },
  {
    id: 'C20',
    open: 'A missing required attribute that is not an axis.',
    choice: '400 on a create, and on an update that sends a category or attributes.',
  },
  {
    id: 'C21',
    open: 'A PATCH of a product that is not in the pinned region, or with another externalRef.',
    choice: '404, and 400.',
  },
  { id: 'C22', open: 'The externalRef of a product that the store has deleted.', choice: 'It makes a new product.' },
  {
    id: 'C23',
    open: "How the code of an app's warehouse is derived from the app key without telling it.",
    choice: 'app- and ten hex digits of a digest over emulator and app key, with -2, -3 for further ones.',
  },
  {
    id: 'C24',
    open: 'Which warehouses are empty.',
    choice: "Those without any quantity other than 0; released stock is the store's.",
  },
  {
    id: 'C25',
    open: 'Which products and variants stock can be written for.',
    choice:
      'Those with a price in the region (else 404); a variant must be named where the product has some and no shared stock (else 400).',
  },
  {
    id: 'C26',
    open: 'The path of a storefront target.',
    choice: '/products, /categories, /content or /pages and a slug; published products only.',
  },
  {
    id: 'C27',
    open: 'Text in a body that is not Unicode, such as half a surrogate pair.',
    choice: '400: two different keys must not become one.',
  },
  {
    id: 'C28',
    open: 'Whether a search minds capitals.',
    choice: 'Not for ASCII letters; storefront targets go by the language of the region.',
  },
  {
    id: 'C29',
    open: 'A cost line whose externalRef is . or .., which a path cannot name.',
    choice: '400, so that every line that is written can be deleted.',
  },
  {
    id: 'C30',
    open: 'What becomes of queued events when the payment falls due, the app is suspended or uninstalled.',
    choice:
      'Each attempt asks again, by app, store and region: such an event is not sent and ends as a dead letter that says why. A reinstall changes nothing; app.uninstalled is still tried again.',
  },
  {
    id: 'C31',
    open: "What else a suspension ends: the API's calls, and codes that were approved before.",
    choice: 'Nothing else: calls are answered and such a code is exchanged. The switch is that of B42, suspendedApp.',
  },
  {
    id: 'C32',
    open: 'What belongs to a subscription, and since when it holds.',
    choice: 'Topics are those of the exchange; webhook_url and signing secret are read at each attempt.',
  },
  {
    id: 'C33',
    open: 'Whether an app hears of an uninstall while its payment is pending.',
    choice: 'No: events are not delivered then, and this is one of them.',
  },
  {
    id: 'C34',
    open: 'How a write with a token of the older prefix is refused.',
    choice: '403: the token is accepted, for reads only.',
  },
  {
    id: 'C35',
    open: 'Whether the scheme of Authorization may be written bearer.',
    choice: 'No: Bearer, as the documents write it, although RFC 9110 has schemes in any case.',
  },
  {
    id: 'C36',
    open: 'When a changed panel of a published app goes back to review, and what live stores have until then.',
    choice:
      'When the app is published again, as the table of states has it; until then live stores keep the approved panel.',
  },
  {
    id: 'C37',
    open: 'The domain of a region that has none, in the exchange.',
    choice: 'null, as in storefront targets, although the table of the exchange names a text alone.',
  },
  {
    id: 'C38',
    open: 'Which events an import sends where it sends some (importEmits), for it is always paid.',
    choice: 'order.created alone.',
  },
  {
    id: 'C39',
    open: 'What asks an app for fulfilment.',
    choice: 'The store, by hand, for one order, the app of its fulfilment provider.',
    command: 'app emulator fulfillment request',
  },
  {
    id: 'C40',
    open: 'Whether an empty state is one.',
    choice: 'It is, and comes back as it was given: state= with nothing behind it.',
  },
  {
    id: 'C41',
    open: 'An empty X-Region-Id or regionId.',
    choice: '401: no region has such an id.',
  },
  {
    id: 'C42',
    open: 'Where a manager installs whose selected region was closed since.',
    choice: 'In the home region, which the admin shows as selected then.',
  },
  {
    id: 'C43',
    open: 'What a settings slot and a storefront block get to know.',
    choice:
      'A settings slot the hints of a detail slot but no record, at a fixed height; a storefront block nothing, for messages go between admin and app.',
  },
]
