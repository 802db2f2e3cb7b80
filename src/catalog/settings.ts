import { limits, retryDelaysMs } from './limits.ts'

/** A switch of the emulator: the other reading of the documents where both exist (decisions P4), or a convenience. */
export interface SettingFacts<Value = unknown> {
  /** The value until it is changed, and after a reset. */
  readonly initial: Value
  readonly isAllowed: (value: unknown) => boolean
  /** What it may be, in words. */
  readonly values: string
  readonly about: string
  /** Id of the choice that it changes (`app emulator assumptions`); null for a convenience. */
  readonly assumption: string | null
}

/** Every setting, declared here and nowhere else: its type, its values and its texts are derived from this. */
export const settingFacts = {
  pin: choice(['required', 'documented-only'], {
    about: 'Where a store-wide token needs a region: nearly everywhere, or only where the documents say so in words.',
    assumption: 'A5',
  }),
  retryAfterEverywhere: flag(false, { about: 'A 429 of the API has Retry-After.', assumption: 'N9' }),
  importEmits: flag(false, { about: 'An imported order sends order.created.', assumption: 'N4' }),
  productRowsMax: setting<number>({
    initial: limits.productRowsMax,
    isAllowed: (value) => isCount(value) && value !== 0,
    values: 'a number of rows from 1',
    about: 'How many products one POST /products/bulk takes; more are a 400.',
    assumption: 'N30',
  }),
  contextPin: choice(['token-region', 'null'], {
    about: 'What the context shows as pinnedRegionId to a token of one region.',
    assumption: 'A34',
  }),
  retryDelaysMs: setting<readonly number[]>({
    initial: retryDelaysMs,
    isAllowed: (value) => Array.isArray(value) && value.length <= 100 && value.every(isCount),
    values: 'a list of at most 100 lengths of time in ms',
    about: 'The pauses before each further attempt of a delivery; after the last one it is a dead letter.',
    assumption: 'N5',
  }),
  liveDuringReview: choice(['gone', 'last-approved'], {
    about: 'What live stores have of a published app while a change of its panel is in review.',
    assumption: 'A17',
  }),
  successOnReads: flag(true, { about: 'Objects that are only read have success: true.', assumption: 'A20' }),
  slotSlash: choice(['rejected', 'allowed'], {
    about: 'Whether the path of a slot may begin with a slash.',
    assumption: 'A28',
  }),
  paging: choice(['strict', 'clamped'], {
    about: 'page, pageSize, limit and offset out of range are a 400, or taken as the nearest number in it.',
    assumption: 'B16',
  }),
  targetsMax: setting<number | null>({
    initial: null,
    isAllowed: (value) => value === null || isCount(value),
    values: 'a number of rows, or null for all',
    about: 'How many storefront targets of each type are listed; totalCount counts those that are.',
    assumption: 'N32',
  }),
  panelRegion: choice(['null', 'selected'], {
    about: 'The RegionId in the embed token of a store-wide panel: none, or the region that the manager has selected.',
    assumption: 'B48',
  }),
  pendingEvents: choice(['lost', 'wait'], {
    about: 'Events that happen while a payment is pending are lost, or wait in the queue and come after it.',
    assumption: 'N15',
  }),
  queuedEvents: choice(['asked', 'sent-anyway'], {
    about:
      'Each attempt asks again for install, payment and suspension, or what is queued is sent whatever came since.',
    assumption: 'C30',
  }),
  suspendedApp: choice(['no-events', 'all-goes-on', 'nothing-works'], {
    about:
      'What a suspension ends beside installs and the panel: events; nothing; or calls and the exchange too (401).',
    assumption: 'B42',
  }),
  uninstalledWhilePending: choice(['dropped', 'sent'], {
    about: 'Whether app.uninstalled goes out while the payment is pending.',
    assumption: 'C33',
  }),
  subscriptionHolds: choice(['topics', 'all'], {
    about: 'What of a subscription is frozen at the exchange: its topics, or webhook_url and signing secret too.',
    assumption: 'C32',
  }),
  olderShapes: choice(['compared', 'not-compared'], {
    about:
      'Whether tokens of the older shapes are compared with the install scope: under store they are a 401, or work.',
    assumption: 'A29',
  }),
  olderPrefixWrites: choice(['403', '401'], {
    about: 'The status of a write with a token of the older prefix.',
    assumption: 'C34',
  }),
  tokenScopeOf: choice(['registration', 'install'], {
    about: 'Which install scope a token is compared with: the one that is registered now, or that of the install.',
    assumption: 'A30',
  }),
  authScheme: choice(['exact', 'any-case'], {
    about: 'Whether the scheme of Authorization is Bearer in this case, or in any (RFC 9110).',
    assumption: 'C35',
  }),
  reviewBegins: choice(['on-publish', 'on-save'], {
    about:
      'When a changed panel of a published app goes back to review: when it is published again, or when it is saved.',
    assumption: 'C36',
  }),
  paymentCheck: choice(['after-rate', 'before-rate', 'after-scope'], {
    about: 'Where the 402 stands: after the 429, before it, or after the 404 of the path and the 403.',
    assumption: 'B10',
  }),
  unneededPin: choice(['checked', 'not-read'], {
    about: 'Whether a pin is read where none is needed; the context shows a right one in any case.',
    assumption: 'B11',
  }),
  emptyPin: choice(['malformed', 'as-none'], {
    about: 'Whether an empty X-Region-Id or regionId is a 401, or counts as missing.',
    assumption: 'C41',
  }),
  rateWindow: choice(['fixed', 'sliding', 'sliding-all'], {
    about:
      'A minute from the first request, the last minute at each moment, or that with refused requests counted too.',
    assumption: 'B12',
  }),
  oldTokenEnds: choice(['at-exchange', 'at-approve'], {
    about: 'When a reinstall ends the old token.',
    assumption: 'B15',
  }),
  oppositeScope: choice(['own-words', 'documented'], {
    about: 'The answer to an install per region where there is a store-wide one.',
    assumption: 'A12',
  }),
  cancelWithoutState: choice(['to-admin', 'to-app'], {
    about: 'Where Cancel leads without a state, when the address named a client_id.',
    assumption: 'A25',
  }),
  emptyState: choice(['returned', 'as-none'], {
    about: 'Whether an empty state comes back as state=, or counts as none.',
    assumption: 'C40',
  }),
  closedSelection: choice(['home-region', 'rejected'], {
    about:
      'Where a manager installs whose selected region was closed: in the home region, or nowhere before another choice.',
    assumption: 'C42',
  }),
  importTopics: choice(['created', 'by-status'], {
    about: 'What importEmits sends: order.created, or order.paid too, and order.shipped with that externalStatus.',
    assumption: 'C38',
  }),
  fulfillmentRequested: choice(['by-hand', 'when-paid'], {
    about: 'Whether each paid order asks every subscribed app for fulfilment.',
    assumption: 'C39',
  }),
  storeWideRegions: choice(['supported', 'all-active'], {
    about: 'The regions of a store-wide install of an app that is limited to countries.',
    assumption: 'A19',
  }),
  mediaGenerator: choice(['none', 'fake', 'failing'], {
    about: 'What makes images: nothing (503), a maker of placeholders, or one that always fails (502).',
    assumption: 'B30',
  }),
  mediaRecordFails: flag(false, {
    about:
      'Files are stored, but their record in the media library cannot be written: none is found again by its hash.',
    assumption: null,
  }),
  showCause: flag(false, {
    about: 'Refusals have their true cause in X-Emulator-Cause; one request asks for it with X-Emulator-Debug: 1.',
    assumption: null,
  }),
}

/** What every setting is at the moment. */
export type Settings = { readonly [Name in keyof typeof settingFacts]: (typeof settingFacts)[Name]['initial'] }

type Words = Pick<SettingFacts, 'about' | 'assumption'>

/** The first of the values is the one at first. */
function choice<const Value extends string>(values: readonly [Value, ...Value[]], words: Words): SettingFacts<Value> {
  return {
    initial: values[0],
    isAllowed: (value) => values.some((one) => one === value),
    values: values.join(' or '),
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
