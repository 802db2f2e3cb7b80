/** Limits that do not belong to one field (document 1, section Limits). Times in ms unless the name has another unit. */
export const limits = {
  requestsPerMinutePerToken: 600,
  exchangesPerMinutePerAddress: 30,
  rateWindowMs: 60_000,
  codeLifetimeMs: 5 * 60_000,
  codeLength: 64,
  stateMaxLength: 512,
  pageSizeMax: 100,
  pageSizeDefault: 20,
  warehouseNameLength: 100,
  deltaPageSizeMax: 500,
  /** Assumed (B17): not shown. */
  deltaPageSizeDefault: 100,
  priceRowsMax: 500,
  /** Assumed (N30): not shown. */
  productRowsMax: 500,
  /** 8 MB are documented. The emulator allows 8 MiB (B27), and the command line warns above the smaller value. */
  uploadMaxBytes: 8 * 1024 * 1024,
  uploadWarnBytes: 8_000_000,
  /** The documentation distinguishes `int` from `long`: 32 bits. */
  intMax: 2_147_483_647,
} as const

/** Retry delays of failed deliveries, each after the last attempt, then `dead_letter`. Assumed (N5): not shown. */
export const retryDelaysMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000] as const

/** Timeout of a delivery attempt. Assumed (B38). */
export const deliveryTimeoutMs = 10_000

/** The message bridge of the embedded panel: px, and ms after the `load` event of the frame (BRIDGE-008, EMB-043 to EMB-045). */
export const panelLimits = {
  firstHeight: 320,
  leastHeight: 120,
  mostHeight: 1600,
  /** Smaller changes are ignored. */
  heightStep: 24,
  initAfterMs: 1200,
} as const
