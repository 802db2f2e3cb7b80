/** Limits that are not a field's own (document 1, section Limits). Times in ms unless the name says otherwise. */
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
  /** 8 MB are documented: 8 MiB to the emulator (B27), and a warning from the command line above the smaller reading. */
  uploadMaxBytes: 8 * 1024 * 1024,
  uploadWarnBytes: 8_000_000,
  /** The documents tell `int` from `long`: 32 bits. */
  intMax: 2_147_483_647,
} as const

/** Retry schedule of failed deliveries, each after the last attempt, then `dead_letter`. Assumed (N5): not shown. */
export const retryDelaysMs = [10_000, 60_000, 5 * 60_000, 30 * 60_000, 2 * 60 * 60_000] as const

/** How long one delivery attempt may take. Assumed (B38). */
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
