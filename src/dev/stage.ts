import type { Credentials } from '../credentials/credentials.ts'
import type { DeliveryTraces } from '../gateway/traces/delivery-traces.ts'
import type { Send } from '../http/wire.ts'
import type { Health } from '../inspector/health.ts'
import type { AppOwner } from '../processes/app-owner.ts'
import type { Project } from '../project/app-toml.ts'
import type { StatePaths } from '../project/paths.ts'
import type { TunnelChoice } from '../tunnel/tunnel.ts'
import type { AppOutput } from './app-log.ts'
import type { DevControls } from './dev-controls.ts'
import type { DevEvent, TimedEvent } from './events/dev-event.ts'
import type { HeldDeliveries } from './events/held-deliveries.ts'
import type { ReportedAttempts } from './events/reported-attempts.ts'
import type { StoreNames } from './events/store-names.ts'
import type { LiveRun } from './live/live-run.ts'
import type { DevFlags, ProjectLock } from './lock.ts'
import type { PortPart } from './ports/port-note.ts'
import type { ProjectRead } from './project-in-use.ts'
import type { TrustTools } from './trust.ts'

export interface DevTools {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly paths: StatePaths
  readonly now: () => Date
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly randomBytes: (size: number) => Buffer
  readonly send: Send
  readonly credentials: (options: { isEmulator: boolean }) => Promise<Credentials>
  readonly openBrowser: (url: string) => Promise<boolean>
  readonly trust: TrustTools
  readonly terminal: { readonly nameTarget: (text: string) => string }
  readonly version: string
  readonly nodePath: string
  readonly pid: number
  /** Node's platform and architecture: `linux-x64`. */
  readonly machine: string
  /** What the address of a quick tunnel looks like, for tests; Cloudflare's when left out. */
  readonly tunnelAddress?: RegExp
  /** Ends everything; the reason is the signal's name. */
  readonly interrupted: AbortSignal
  /** Name of the coding agent that runs this; null for a person or a script. */
  readonly agent: () => Promise<string | null>
}

export interface DevPorts {
  /** 0 picks a free one. */
  readonly gateway: number
  readonly outbound: number
  /** Null for no inspector. */
  readonly inspector: number | null
  /** API, admin, portal and storefront of an emulator that is started here; 0 picks free ones for all four. */
  readonly emulator: number
}

export interface DevOptions {
  /** As app.toml is now: it may change while everything runs, so it is read where it is needed and not kept. */
  readonly project: Project
  readonly ports: DevPorts
  /** Parts that take another port where theirs is held. The ports of all other parts are fixed; without this, those of all. */
  readonly movableParts?: ReadonlySet<PortPart>
  /** The way from the internet to the gateway; null for none. */
  readonly tunnel: TunnelChoice | null
  /** The live platform instead of the emulator. */
  readonly live: LiveRun | null
  /** Approve the install as the store's manager would, on the emulator. */
  readonly approve: boolean
  /** End after the first installed app and the first delivered event. */
  readonly once: boolean
  /** Restart the app when its sources change, and read app.toml again. */
  readonly watch: boolean
  /** Install again where the app is installed already. */
  readonly reinstall: boolean
  /** Region of the install: id, code, country or currency; the store's home region when left out. */
  readonly region?: string | undefined
  /** Answer deliveries at once, and hand them to the app with retries: pauses between the tries in ms. Null passes the app's own answer on. */
  readonly ack: readonly number[] | null
  /** Hold back every event that the app has already accepted. */
  readonly dedupe: boolean
  /** Called with what can be done by hand, once everything runs. */
  readonly onControls?: (controls: DevControls) => void
  /** Keep headers and bodies of API calls also on the live platform, where they hold data of the store's customers. */
  readonly keepCalls?: boolean
  /** A collector that gets all that the app sends by OpenTelemetry; none when left out. */
  readonly otlpEndpoint?: URL | undefined
  /** Nobody watches: another process started it and goes on without it. */
  readonly isBackground?: boolean
  /** What decides how it runs, for a second start that asks for something else. */
  readonly flags?: DevFlags
  /** Code of the test store; the current one, or the first, when left out. */
  readonly store?: string | undefined
}

/** What every part of `app dev` works with. A part is a function of a stage and what earlier parts found out; it registers what must be undone. */
export interface Stage {
  readonly tools: DevTools
  readonly options: DevOptions
  readonly emit: (event: DevEvent) => void
  /** What stores and regions are called. */
  readonly names: StoreNames
  /** What both sides of the gateway know of the deliveries that the app has. */
  readonly traces: DeliveryTraces
  /** The same deliveries, and for how long. */
  readonly held: HeldDeliveries
  /** What the app printed last. */
  readonly output: AppOutput
  /** Attempts that this session has reported. */
  readonly reported: ReportedAttempts
  /** The last event that reported a failure; null while there was none. */
  readonly lastTrouble: () => TimedEvent | null
  /** Which listeners are the app, so that no other program gets its deliveries. */
  readonly appOwner: AppOwner
  /** app.toml as it is now. Raises `project.*`. */
  readonly readProject: () => ProjectRead
  /** From now on this is the project. */
  readonly useProject: (project: Project) => void
  /** Whether the app and the platform are up, once everything ran. */
  readonly health: () => Health
  /** Aborted when everything is to end. */
  readonly signal: AbortSignal
  /** Work for the end, done in reverse order, whatever happened. It must not throw for what cannot be helped. */
  readonly atEnd: (work: () => Promise<void> | void) => void
  /** Says for commands in other terminals what runs here, once everything runs. */
  readonly tellOthers: ProjectLock['tell']
  /** Slow work at the end: the rest goes on meanwhile, and all slow work is awaited last. */
  readonly inBackground: (work: Promise<void>) => void
}
