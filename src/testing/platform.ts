import type { EmulatorUrls, Store } from '../control/contract.ts'
import type { Fault } from '../control/fault.ts'
import type { PlatformCalls } from './calls.ts'
import type { PlatformClock } from './clock.ts'
import type { PlatformControl } from './control.ts'
import type { PlatformEvents } from './events.ts'
import type { AdminPage, PlaceOptions } from './options.ts'
import type { PlaywrightTestInfo } from './runners/follow-test.ts'
import type { TestContext } from './runners/test-context.ts'
import type { ShapeName } from './shapes.ts'
import type { AppStart, RunningApp } from './start-app.ts'

/** The app under test, as registered on the platform. */
export interface AppUnderTest {
  readonly key: string
  /** URL of the app, which receives deliveries. */
  readonly url: string
  readonly port: number
  readonly clientId: string
  readonly clientSecret: string
  readonly signingSecret: string
}

/** A token issued to the test. */
export interface IssuedToken {
  readonly token: string
  readonly storeId: number
  /** Region id, or null for a store-wide token or one in the `legacy` shape. */
  readonly regionId: number | null
  readonly scopes: readonly string[]
}

export interface SetFault extends Fault {
  /** Removes the fault before it has affected all its requests. */
  readonly clear: () => Promise<void>
}

/**
 * The whole platform, in memory in this process, on free ports of this machine, with the app
 * registered and a test store.
 */
export interface Platform extends AsyncDisposable {
  readonly urls: EmulatorUrls
  readonly app: AppUnderTest
  /** Test store. */
  readonly store: Store
  /** Kind of install in the store. */
  readonly shape: ShapeName
  /** Environment of the app: port, secrets and platform URL, as set by `app dev`. */
  readonly env: Readonly<{ [name: string]: string }>
  readonly control: PlatformControl
  readonly events: PlatformEvents
  readonly calls: PlatformCalls
  readonly clock: PlatformClock
  /** Sets a fault for the next matching request of the app, or for `times` requests. */
  readonly fault: (...fault: Parameters<PlatformControl['setFault']>) => Promise<SetFault>
  /**
   * Starts the app as a process. It stops with the platform or with this process. Raises
   * `dev.app-failed`.
   */
  readonly startApp: (start?: AppStart) => Promise<RunningApp>
  /**
   * Installs the app through its own install flow, as a browser does, so the app must be listening.
   * Raises `testing.install-failed`.
   */
  readonly installApp: (place?: PlaceOptions) => Promise<void>
  /**
   * Installs the app without its install flow, for code that only needs a token. Revokes the app's
   * own token until `reset`. Raises `testing.install-failed`.
   */
  readonly issueToken: (place?: PlaceOptions) => Promise<IssuedToken>
  /** Single-use URL of a signed-in store admin page. Default: the page with the app's panel. */
  readonly adminUrl: (page?: AdminPage) => Promise<string>
  /** URL of the app's panel as framed by the store admin, with a fresh token. Raises `testing.no-panel`. */
  readonly panelUrl: (place?: PlaceOptions) => Promise<string>
  /**
   * Restores rows, clock, faults and budgets to the start or the last `keepAsSeed`. With a test's
   * context, the timeline is printed if the test fails.
   */
  readonly reset: (test?: TestContext) => Promise<void>
  /** Makes the current state the one that `reset` restores, for example with the app installed. */
  readonly keepAsSeed: () => Promise<void>
  /** Lines about everything since the last reset, secrets masked. */
  readonly timeline: () => string
  /** For Playwright: adds the timeline to the report of a failed test. */
  readonly attachTimeline: (info: PlaywrightTestInfo) => Promise<void>
  /** Stops the app and the platform, and closes all connections. */
  readonly close: () => Promise<void>
}
