import { limits, retryDelaysMs } from './limits.ts'

/** An emulator setting: an alternative reading of the documentation (decisions P4), or a convenience. */
export interface SettingFacts<Value = unknown> {
  /** Value until the setting is changed, and after a reset. */
  readonly initial: Value
  readonly isAllowed: (value: unknown) => boolean
  /** Allowed values, as text. */
  readonly values: string
  readonly about: string
  /**
   * Id of the assumption that the setting changes (`app emulator assumptions`), or null for a
   * convenience setting.
   */
  readonly assumption: string | null
}

/** Every setting, declared only once: its type, values and texts are derived from this. */
export const settingFacts = {
  pin: choice(['required', 'documented-only'], {
    about: 'Requests that need a region with a store-wide token: almost all, or only documented ones.',
    assumption: 'A5',
  }),
  retryAfterEverywhere: flag(false, { about: 'Send Retry-After with a 429 from the API.', assumption: 'N9' }),
  importEmits: flag(false, { about: 'Send order.created for an imported order.', assumption: 'N4' }),
  productRowsMax: setting<number>({
    initial: limits.productRowsMax,
    isAllowed: (value) => isCount(value) && value !== 0,
    values: 'a number of rows, at least 1',
    about: 'Row limit of POST /products/bulk. More rows return 400.',
    assumption: 'N30',
  }),
  contextPin: choice(['token-region', 'null'], {
    about: "pinnedRegionId in the context of a region-scoped token: the token's region, or null.",
    assumption: 'A34',
  }),
  retryDelaysMs: setting<readonly number[]>({
    initial: retryDelaysMs,
    isAllowed: (value) => Array.isArray(value) && value.length <= 100 && value.every(isCount),
    values: 'a JSON array of at most 100 durations in ms',
    about: 'Delay before each retry of a delivery. After the last retry, the delivery becomes a dead letter.',
    assumption: 'N5',
  }),
  liveDuringReview: choice(['gone', 'last-approved'], {
    about: 'Published app in live stores while its changed panel is in review: unavailable, or as last approved.',
    assumption: 'A17',
  }),
  successOnReads: flag(true, { about: 'Return success: true with objects in read responses.', assumption: 'A20' }),
  slotSlash: choice(['refused', 'allowed'], {
    about: "Leading slash in a slot's path: rejected, or allowed.",
    assumption: 'A28',
  }),
  paging: choice(['strict', 'clamped'], {
    about: 'Handling of page, pageSize, limit and offset out of range: a 400, or the nearest allowed number.',
    assumption: 'B16',
  }),
  targetsMax: setting<number | null>({
    initial: null,
    isAllowed: (value) => value === null || isCount(value),
    values: 'a number of rows, or null for all',
    about: 'Number of storefront targets listed per type. totalCount counts only listed targets.',
    assumption: 'N32',
  }),
  panelRegion: choice(['null', 'selected'], {
    about: 'RegionId in the embed token of a store-wide panel: null, or the region that the manager has selected.',
    assumption: 'B48',
  }),
  pendingEvents: choice(['lost', 'wait'], {
    about: 'Events during a pending payment: lost, or sent afterwards.',
    assumption: 'N15',
  }),
  queuedEvents: choice(['asked', 'sent-anyway'], {
    about: 'Queued events: install, payment and suspension are checked again at each attempt, or not.',
    assumption: 'C30',
  }),
  suspendedApp: choice(['no-events', 'all-goes-on', 'nothing-works'], {
    about:
      'Further effect of a suspension: events stop, nothing stops, or events stop and calls and exchanges return 401.',
    assumption: 'B42',
  }),
  uninstalledWhilePending: choice(['dropped', 'sent'], {
    about: 'app.uninstalled during a pending payment: dropped, or sent.',
    assumption: 'C33',
  }),
  subscriptionHolds: choice(['topics', 'all'], {
    about:
      'Parts of a subscription fixed at the exchange: only its topics, or also webhook_url and the signing secret.',
    assumption: 'C32',
  }),
  olderShapes: choice(['compared', 'not-compared'], {
    about: 'Two-part tokens: rejected with 401 if the install scope is `store`, or always accepted.',
    assumption: 'A29',
  }),
  olderPrefixWrites: choice(['403', '401'], {
    about: 'HTTP status of a write that uses the older token prefix.',
    assumption: 'C34',
  }),
  tokenScopeOf: choice(['registration', 'install'], {
    about: "Install scope that a token must match: the app's registered scope, or the install's scope.",
    assumption: 'A30',
  }),
  authScheme: choice(['exact', 'any-case'], {
    about: 'Case of the Authorization scheme: exactly Bearer, or any case (RFC 9110).',
    assumption: 'C35',
  }),
  reviewBegins: choice(['on-publish', 'on-save'], {
    about: 'Moment when a changed panel of a published app returns to review: when published again, or when saved.',
    assumption: 'C36',
  }),
  paymentCheck: choice(['after-rate', 'before-rate', 'after-scope'], {
    about:
      'Order of the payment check (402): after the 429, before the 429, or after the 403 and the 404 for an unknown path.',
    assumption: 'B10',
  }),
  unneededPin: choice(['checked', 'not-read'], {
    about: 'Pin that is not needed: validated, or ignored. The context shows a valid pin in both cases.',
    assumption: 'B11',
  }),
  emptyPin: choice(['malformed', 'as-none'], {
    about: 'Empty X-Region-Id or regionId: rejected with 401, or treated as missing.',
    assumption: 'C41',
  }),
  rateWindow: choice(['fixed', 'sliding', 'sliding-all'], {
    about:
      'Rate window: a minute from the first request, the last minute, or the last minute including rejected requests.',
    assumption: 'B12',
  }),
  oldTokenEnds: choice(['at-exchange', 'at-approve'], {
    about: 'Moment when a reinstall revokes the old token: at the code exchange, or at Approve.',
    assumption: 'B15',
  }),
  oppositeScope: choice(['own-words', 'documented'], {
    about:
      'Error for a region install in a store with a store-wide install: a separate message, or the documented message.',
    assumption: 'A12',
  }),
  cancelWithoutState: choice(['to-admin', 'to-app'], {
    about: 'Redirect target of Cancel if the URL has a client_id but no state: the admin, or the app.',
    assumption: 'A25',
  }),
  emptyState: choice(['returned', 'as-none'], {
    about: 'Empty state: returned as state=, or treated as missing.',
    assumption: 'C40',
  }),
  closedSelection: choice(['home-region', 'rejected'], {
    about:
      'Install by a manager whose selected region was closed: in the home region, or rejected until the manager selects another region.',
    assumption: 'C42',
  }),
  importTopics: choice(['created', 'by-status'], {
    about:
      'Events of importEmits: only order.created, or also order.paid, and order.shipped if externalStatus is `shipped`.',
    assumption: 'C38',
  }),
  fulfillmentRequested: choice(['by-hand', 'when-paid'], {
    about: 'Fulfillment requests: sent manually, or to every subscribed app for each paid order.',
    assumption: 'C39',
  }),
  storeWideRegions: choice(['supported', 'all-active'], {
    about: 'Regions of a store-wide install of an app with a country list: the supported ones, or all active ones.',
    assumption: 'A19',
  }),
  mediaGenerator: choice(['none', 'fake', 'failing'], {
    about: 'Image generator: none (503), placeholders, or always failing (502).',
    assumption: 'B30',
  }),
  mediaRecordFails: flag(false, {
    about: 'Store uploads without a record in the media library, so that their hashes are never found again.',
    assumption: null,
  }),
  showCause: flag(false, {
    about: 'Show the true cause of errors in X-Emulator-Cause. For one request, send X-Emulator-Debug: 1.',
    assumption: null,
  }),
}

/** Current value of every setting. */
export type Settings = { readonly [Name in keyof typeof settingFacts]: (typeof settingFacts)[Name]['initial'] }

type Words = Pick<SettingFacts, 'about' | 'assumption'>

/** Declares a choice whose first value is the initial one. */
function choice<const Value extends string>(values: readonly [Value, ...Value[]], words: Words): SettingFacts<Value> {
  return {
    initial: values[0],
    isAllowed: (value) => values.some((one) => one === value),
    values: values.join(', ').replace(/, ([^,]*)$/, ' or $1'),
    ...words,
  }
}

function flag(initial: boolean, words: Words): SettingFacts<boolean> {
  return { initial, isAllowed: (value) => typeof value === 'boolean', values: 'true or false', ...words }
}

function setting<Value>(facts: SettingFacts<Value>): SettingFacts<Value> {
  return facts
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
