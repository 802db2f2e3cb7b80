import type { Choices } from './assumption.ts'

/** Choices on undocumented points that were found while building the operations. */
export const furtherAssumptions: Choices = {
  C1: [
    'Response to adopting the same product again.',
    'adopted: true and idempotent: true, if app, product, reference and GTIN are the same.',
  ],
  C2: [
    'A GTIN that does not match, or that two products in the store have.',
    '409. Products in any region and with any owner are compared, except deleted ones.',
  ],
  C3: ['A target SKU in the body of a regeneration.', '400 for sku or targetSku. Other unknown fields are ignored.'],
  C4: [
    'Meaning of a field lock.',
    "Name of a field that the owner has locked. fieldLockTransferred is true if the owner's SKU lock now covers the new SKU.",
  ],
  C5: [
    'A known fileHash with a file type that is not allowed.',
    'The file is checked first. An empty fileHash is treated as missing, and case is ignored.',
  ],
  C6: [
    'Contents treated as executable.',
    'Programs, scripts, archives, wasm and PHP, regardless of the declared type.',
  ],
  C7: ["Input of an audit's evidence digest.", 'SHA-256 of the evidence text in UTF-8.'],
  C8: [
    "Scope of a category's content digest.",
    'The three texts with category, region and language. A digest of another region or a stale digest returns 409, even if the texts are equal.',
  ],
  C9: ['Required texts of a content write.', 'All three. null is allowed.'],
  C10: ['Equality of category names.', 'Exactly equal text, if a region shows both categories.'],
  C11: [
    'A binding that exists with other settings.',
    "The row fails and overwrites nothing. The row's type must match the dictionary.",
  ],
  C12: ['Contents of allowedValues.', 'Value keys, null when the attribute has no values.'],
  C13: [
    'A known attribute with another type or sortOrder.',
    'A row with another type fails without a code. An existing sortOrder is unchanged, with a warning.',
  ],
  C14: ['Known languages.', 'The languages of all regions of the store, including closed ones.'],
  C15: ['An empty items array.', '400.'],
  C16: [
    'A SKU that another product in the store uses.',
    'Accepted with a warning, because a rejection would disclose the other product.',
  ],
  C17: [
    'Type and axes of a product with variants.',
    'The type is variant. All combinations have the same axes. An axis without a dictionary accepts any text.',
  ],
  C18: [
    'A product without a price.',
    'The price of the cheapest variant, or 0 with a warning if no variant has a price.',
  ],
  C19: [
    'null in a product write.',
    'Treated as a missing field: unchanged on an update, the default value for a new product.',
  ],
  C20: [
    'A missing required attribute that is not an axis.',
    '400 for a new product, and for an update that sends a category or attributes.',
  ],
  C21: [
    'PATCH of a product that is not in the pinned region, or with another externalRef.',
    '404 and 400, respectively.',
  ],
  C22: [
    'The externalRef of a product that the store has deleted.',
    'A write with this externalRef creates a new product.',
  ],
  C23: [
    "Code of an app's warehouse, which must not disclose the app key.",
    'app- and ten hex digits of a digest of emulator and app key, with -2, -3 for further warehouses.',
  ],
  C24: ['Meaning of an empty warehouse.', 'All quantities are 0. Stock of a released warehouse belongs to the store.'],
  C25: [
    'Products and variants with writable stock.',
    'Products with a price in the region (otherwise 404). A variant is required if the product has variants and no shared stock (otherwise 400).',
  ],
  C26: [
    'Path of a storefront target.',
    '/products, /categories, /content or /pages and a slug. Only published products are listed.',
  ],
  C27: [
    'Text in a body that is not Unicode, such as half a surrogate pair.',
    '400, because two different keys must not become one.',
  ],
  C28: ['Case in a search.', "Ignored for ASCII letters. Storefront targets use the rules of the region's language."],
  C29: [
    'A cost line with externalRef . or .., which cannot be used in a path.',
    '400, so that every cost line can be deleted.',
  ],
  C30: [
    'Queued events when the payment falls due, or the app is suspended or uninstalled.',
    'Each attempt checks app, store and region again. If a check fails, the event becomes a dead letter with the cause, even after a reinstall. app.uninstalled is still retried.',
  ],
  C31: [
    'Further effects of a suspension: API calls and approved codes.',
    'No further effect. Calls work, and approved codes can be exchanged. The setting suspendedApp (B42) changes this.',
  ],
  C32: [
    'Contents of a subscription, and the moment when they apply.',
    'Topics are fixed at the exchange. webhook_url and the signing secret are read at each attempt.',
  ],
  C33: ['app.uninstalled while the payment is pending.', 'Not sent, because no events are delivered then.'],
  C34: ['Response to a write that uses the older token prefix.', '403. The token is accepted for reads only.'],
  C35: ['Case of the Authorization scheme.', 'Only Bearer, as documented, although RFC 9110 ignores case.'],
  C36: [
    'Moment when a changed panel of a published app returns to review, and the panel of live stores until then.',
    'When the app is published again, as in the documented table of states. Until approval, live stores use the approved panel.',
  ],
  C37: [
    'Domain of a region without a domain, in the exchange.',
    'null, as in storefront targets, although the documented exchange table only allows text.',
  ],
  C38: ['Events of an import with importEmits, although the order is always paid.', 'Only order.created.'],
  C39: [
    'Trigger of a fulfillment request.',
    'The store sends it manually, for one order, to the app of a fulfillment provider.',
    'app emulator fulfillment request',
  ],
  C40: ['An empty state.', 'It is treated as a state and returned unchanged, as state= without a value.'],
  C41: ['An empty X-Region-Id or regionId.', '401, because no region has such an id.'],
  C42: [
    'Install by a manager whose selected region has been closed.',
    'The app is installed in the home region, which the admin then shows as selected.',
  ],
  C43: [
    'Messages to a settings slot and a storefront block.',
    "A settings slot gets a detail slot's hints without a record, at a fixed height. A storefront block gets no messages, because messages are sent only between admin and app.",
  ],
}
