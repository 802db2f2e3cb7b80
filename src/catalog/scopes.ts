export interface ScopeFacts {
  /** Description, not copied from the documentation. */
  readonly grants: string
  readonly announced?: true
  readonly notShown?: true
}

/**
 * The 22 scopes and their permissions (SCOPE-004 to SCOPE-031). `announced` ones exist as names but allow
 * nothing yet. For `notShown` ones, some or all endpoints are undocumented (SCOPE-034 to SCOPE-046).
 */
export const scopes = {
  'orders.read': { grants: 'Read orders (list and details).' },
  'orders.write': { grants: 'Import past orders from a marketplace.' },
  'products.read': { grants: "Read products and the catalog's reference data." },
  'products.write': { grants: 'Write products and catalog structures.' },
  'customers.read': { grants: 'See customer names, emails and addresses. Without this scope, these fields are empty.' },
  'webhooks.manage': { grants: 'Manage webhook subscriptions.', announced: true },
  'links.read': { grants: "Read referral and tracking codes, and the store's identity.", notShown: true },
  'links.write': { grants: 'Create referral and tracking codes.', notShown: true },
  'orders.costs.write': { grants: 'Read and write cost and commission lines on an order.' },
  'tracking.read': { grants: 'Receive the central tracking events by webhook.' },
  'tracking.settings.read': {
    grants: "Read the store's settings for the app's own tracking provider.",
    notShown: true,
  },
  'tracking.tag.write': {
    grants: "Write the browser tag template of the app's own tracking provider.",
    notShown: true,
  },
  'coupons.read': { grants: "List the store's active coupons.", notShown: true },
  'coupons.write': { grants: 'Create coupons on behalf of the store.', notShown: true },
  'attribution.manage': { grants: 'Read and write the multi-link revenue attribution model.', notShown: true },
  'inventory.write': { grants: 'Write stock levels (add, subtract, set) and bind warehouses.' },
  'fulfillment.write': {
    grants:
      'Set the status (processing, shipped or delivered) and tracking details of a live order, but never cancel, refund or return it.',
    notShown: true,
  },
  'purchases.write': { grants: "Write the app's own supplier accounts and purchase receipts.", notShown: true },
  'invoices.read': {
    grants: "Read invoice documents routed to this app's provider, including tax identifiers.",
    notShown: true,
  },
  'invoices.write': {
    grants: 'Write back the result of an invoice submission, without changing totals or lines.',
    notShown: true,
  },
  'listings.write': {
    grants: 'Write the marketplace listing ledger, without changing product card, price or stock.',
    notShown: true,
  },
  'shipping.provider': {
    grants: 'Act as a carrier: receive shipment requests, write back labels and tracking, and apply cancellations.',
    notShown: true,
  },
} as const satisfies Record<string, ScopeFacts>

/** Returns the facts of a scope with the same type for all. */
export function scopeFacts(scope: Scope): ScopeFacts {
  return scopes[scope]
}

export type Scope = keyof typeof scopes

export const scopeNames = Object.keys(scopes) as readonly Scope[]

export function isScope(name: string): name is Scope {
  return Object.hasOwn(scopes, name)
}
