/** Slot types of a manifest; an unknown type is silently dropped by the platform, so the CLI warns of it. */
export const slotTypes = [
  'fullpage',
  'settings',
  'order-detail',
  'customer-detail',
  'product-detail',
  'storefront-block',
] as const

export type SlotType = (typeof slotTypes)[number]
