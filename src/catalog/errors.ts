import type { EndpointError } from './endpoint.ts'

/** Messages that are documented word for word. */
export const messages = {
  exchangeFailed: 'Invalid client credentials or code.',
  exchangeFieldsMissing: 'clientId, clientSecret, code are required.',
  tokenInconsistent: "The app token's scope is inconsistent.",
  paymentPending: 'The app subscription is not active (payment pending).',
  pinConflict: 'X-Region-Id conflicts with ?regionId; send only one.',
  pinMissing: 'A region must be specified…',
  stateInvalid: 'state is invalid: it must be at most 512 characters and contain no control characters.',
  redirectNotRegistered: 'redirect_uri is not registered.',
  oppositeScope:
    'This app is installed per region on this store. To install it store-wide, remove the existing installs first.',
  orderNotFound: 'Order not found.',
  warehouseNotBound: 'This warehouse is not bound to you.',
} as const

/** Codes that are documented word for word, in addition to the message (N8). */
export const codes = {
  categoryParentChanged: 'category_parent_changed',
  categoryContentChanged: 'category_content_changed',
  translationConflict: 'translation_conflict',
} as const

/** Errors that every endpoint below /api/apps/v1 may return, in the order in which they are checked (B10). */
export const commonErrors: readonly EndpointError[] = [
  { status: 401, when: 'The token is missing, malformed, unknown or revoked.' },
  { status: 429, when: 'The token sent more than 600 requests in a minute.' },
  {
    status: 401,
    message: messages.tokenInconsistent,
    when: "The token's shape does not match the registered install scope.",
  },
  { status: 402, message: messages.paymentPending, when: 'The subscription is not paid yet.' },
  { status: 403, when: "The token lacks the endpoint's scope." },
  { status: 400, message: messages.pinConflict, when: 'Header and query have different regions (store-wide token).' },
  { status: 401, when: 'The pin is malformed or is a region of another store (store-wide token).' },
  {
    status: 400,
    message: messages.pinMissing,
    when: 'The request has no region, but the endpoint needs one (store-wide token).',
  },
]
