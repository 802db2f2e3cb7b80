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

/** What the platform knows of the app under test. */
export interface AppUnderTest {
  readonly key: string
  /** Where the platform expects it; deliveries go there. */
  readonly url: string
  readonly port: number
  readonly clientId: string
  readonly clientSecret: string
  readonly signingSecret: string
}

/** A token that the test itself got, as an app would. */
export interface IssuedToken {
  readonly token: string
  readonly storeId: number
  /** Null for a token of the whole store, or of an earlier shape. */
  readonly regionId: number | null
  readonly scopes: readonly string[]
}

export interface SetFault extends Fault {
  /** Takes it back before it has met all that it was to meet. */
  readonly clear: () => Promise<void>
}

/** The whole platform in this process and in memory, on free ports of this machine, with the app registered and a test store opened. */
export interface Platform extends AsyncDisposable {
  readonly urls: EmulatorUrls
  readonly app: AppUnderTest
  /** The store of the seed. */
  readonly store: Store
  /** How the app stands in the store. */
  readonly shape: ShapeName
  /** The environment of the app: its port, its secrets, the address of the platform. What `app dev` gives it too. */
  readonly env: Readonly<{ [name: string]: string }>
  readonly control: PlatformControl
  readonly events: PlatformEvents
  readonly calls: PlatformCalls
  readonly clock: PlatformClock
  /** Lets requests of the app go wrong: the next one that fits, or `times` of them. */
  readonly fault: (...fault: Parameters<PlatformControl['setFault']>) => Promise<SetFault>
  /** Starts the app as a process. It ends with the platform, or with this process. Raises `dev.app-failed`. */
  readonly startApp: (start?: AppStart) => Promise<RunningApp>
  /** Installs the app by its own way, as a browser would: it must listen by then. Raises `testing.install-failed`. */
  readonly installApp: (place?: PlaceOptions) => Promise<void>
  /** Installs it past the app, which revokes the app's own token until `reset`: for code that only needs a token. Raises `testing.install-failed`. */
  readonly issueToken: (place?: PlaceOptions) => Promise<IssuedToken>
  /** A single-use address of the store admin, signed in; the page with the app's panel when no path is named. */
  readonly adminUrl: (page?: AdminPage) => Promise<string>
  /** The address of the app's panel as the admin frames it, with a fresh token. Raises `testing.no-panel`. */
  readonly panelUrl: (place?: PlaceOptions) => Promise<string>
  /** Everything as it was at the start, or at the last `keepAsSeed`: rows, clock, faults, budgets. With a test's context: the timeline is printed if it fails. */
  readonly reset: (test?: TestContext) => Promise<void>
  /** From now on `reset` comes back to here: to an installed app, for example. */
  readonly keepAsSeed: () => Promise<void>
  /** What happened since the last reset, line by line. Secrets are masked. */
  readonly timeline: () => string
  /** For Playwright: puts the timeline into the report of a test that has failed. */
  readonly attachTimeline: (info: PlaywrightTestInfo) => Promise<void>
  /** Ends the app, the platform and all connections. */
  readonly close: () => Promise<void>
}
