import type { DatabaseSync } from 'node:sqlite'

import type { EmulatorUrls, LogEntry } from '../control/contract.ts'

/** Two readings of the documents where both exist (decisions P4), and other switches. What each may be: world/setting-facts.ts. */
export interface Settings {
  /** A5: on every endpoint but the named ones, or only where the documents say so in words. */
  readonly pin: 'required' | 'documented-only'
  /** N9: send Retry-After with a 429 outside the exchange. */
  readonly retryAfterEverywhere: boolean
  /** N4: whether an imported order causes order.created. */
  readonly importEmits: boolean
  /** N30: rows of one POST /products/bulk; more are a 400. */
  readonly productRowsMax: number
  /** A34: what context shows as pinnedRegionId for a region-scoped token. */
  readonly contextPin: 'token-region' | 'null'
  /** N5: pauses between attempts in ms; when they are used up the delivery is a dead letter. */
  readonly retryDelaysMs: readonly number[]
  /** A17: what a published app whose panel was changed is in live stores during its review: not there, or as it was last approved. */
  readonly liveDuringReview: 'gone' | 'last-approved'
  /** A20: whether objects that are only read have `success: true` too. */
  readonly successOnReads: boolean
  /** A28: whether a slot's path may begin with a slash. */
  readonly slotSlash: 'refused' | 'allowed'
  /** B16: what becomes of page, pageSize, limit and offset out of range. */
  readonly paging: 'strict' | 'clamped'
  /** N32: how many storefront targets of one type are listed; null for all. */
  readonly targetsMax: number | null
  /** B48: the RegionId in the embed token of a store-wide panel. */
  readonly panelRegion: 'null' | 'selected'
  /** N15: events that happen while a payment is pending are lost, or wait in the queue until it is there. */
  readonly pendingEvents: 'lost' | 'wait'
  /** C30: whether an attempt asks again for install, payment and suspension, or a queued event is sent whatever came in between. */
  readonly queuedEvents: 'asked' | 'sent-anyway'
  /** B42, C31: what a suspension ends beside installs and the embed token. */
  readonly suspendedApp: 'no-events' | 'all-goes-on' | 'nothing-works'
  /** C33: whether the app hears of an uninstall while its payment is pending. */
  readonly uninstalledWhilePending: 'dropped' | 'sent'
  /** C32: what is frozen at the exchange: the topics, or webhook_url and secret with them. */
  readonly subscriptionHolds: 'topics' | 'all'
  /** A29: whether tokens of the older shapes are compared with the install scope. */
  readonly olderShapes: 'compared' | 'not-compared'
  /** C34: the status of a write with a token of the older prefix. */
  readonly olderPrefixWrites: '403' | '401'
  /** A30: which install scope a token is compared with. */
  readonly tokenScopeOf: 'registration' | 'install'
  /** C35: how the scheme of Authorization may be written. */
  readonly authScheme: 'exact' | 'any-case'
  /** C36: when a changed panel of a published app goes back to review. */
  readonly reviewBegins: 'on-publish' | 'on-save'
  /** B10: where the 402 of a pending payment stands among the checks. */
  readonly paymentCheck: 'after-rate' | 'before-rate' | 'after-scope'
  /** B11: what becomes of a pin on an endpoint that needs none. */
  readonly unneededPin: 'checked' | 'not-read'
  /** C41: what an empty X-Region-Id or regionId is. */
  readonly emptyPin: 'malformed' | 'as-none'
  /** B12: how a minute of the rate limits is counted; `sliding-all` counts refused requests too. */
  readonly rateWindow: 'fixed' | 'sliding' | 'sliding-all'
  /** B15: when a reinstall ends the old token. */
  readonly oldTokenEnds: 'at-exchange' | 'at-approve'
  /** A12: what is said to an install per region where there is a store-wide one. */
  readonly oppositeScope: 'own-words' | 'documented'
  /** A25: where Cancel leads without a state when the app began the install. */
  readonly cancelWithoutState: 'to-admin' | 'to-app'
  /** C40: what an empty `state=` is. */
  readonly emptyState: 'returned' | 'as-none'
  /** C42: an install per region by a manager whose selected region was closed. */
  readonly closedSelection: 'home-region' | 'refused'
  /** C38: what `importEmits` sends. */
  readonly importTopics: 'created' | 'by-status'
  /** C39: what makes fulfillment.requested beside `app emulator fulfillment request`. */
  readonly fulfillmentRequested: 'by-hand' | 'when-paid'
  /** A19: the regions of a store-wide install of an app that is limited to countries. */
  readonly storeWideRegions: 'supported' | 'all-active'
  /** What makes images: nothing (503), a maker of placeholders, or one that always fails (502). */
  readonly mediaGenerator: 'none' | 'fake' | 'failing'
  /** Files are stored, but their record in the media library cannot be written. */
  readonly mediaRecordFails: boolean
  /** Answer the true cause in the X-Emulator-Cause header of a refusal. */
  readonly showCause: boolean
}

/** What every part of the emulator works with: its databases, its clock, its randomness, its addresses. Made once in app.ts. */
export interface World {
  readonly id: string
  readonly registry: DatabaseSync
  /** The database of one store; raises when there is no such store. */
  readonly storeDb: (storeId: number) => DatabaseSync
  /** The emulator's one clock (B47): codes, tokens, limits, retries. */
  readonly now: () => Date
  readonly randomBytes: (size: number) => Buffer
  readonly urls: () => EmulatorUrls
  readonly settings: () => Settings
  readonly changeSettings: (change: Partial<Settings>) => void
  /** Back to what it is at first: one setting, or all. */
  readonly resetSettings: (name?: string) => void
  readonly advanceClock: (ms: number) => void
  readonly clockOffsetMs: () => number
  readonly log: (entry: Omit<LogEntry, 'at'>) => void
  /** Seals a secret that the emulator must be able to use again (the signing secret), and opens it. */
  readonly seal: (secret: string) => Uint8Array
  readonly unseal: (sealed: Uint8Array) => string
  /** Called after events were committed, so that the queue looks at once. */
  readonly wakeQueue: () => void
}
