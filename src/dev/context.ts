import type { Context } from '../context.ts'
import type { DeliveryTraces } from '../gateway/traces/delivery-traces.ts'
import type { Health } from '../inspector/health.ts'
import type { AppOwner } from '../processes/app-owner.ts'
import type { Project } from '../project/app-toml.ts'
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
import type { ProjectInUse, ProjectRead } from './project-in-use.ts'
import type { TrustTools } from './trust.ts'

export interface DevTools extends Pick<
  Context,
  | 'env'
  | 'paths'
  | 'now'
  | 'sleep'
  | 'randomBytes'
  | 'send'
  | 'credentials'
  | 'openBrowser'
  | 'version'
  | 'interrupted'
  | 'agent'
> {
  readonly trust: TrustTools
  readonly terminal: { readonly nameTarget: (text: string) => string }
  readonly nodePath: string
  readonly pid: number
  /** Node's platform and architecture, such as `linux-x64`. */
  readonly machine: string
  /** Pattern of a quick tunnel's URL, for tests. Defaults to Cloudflare's. */
  readonly tunnelAddress?: RegExp
}

export interface DevPorts {
  /** 0 selects a free port. */
  readonly gateway: number
  readonly outbound: number
  /** Null disables the inspector. */
  readonly inspector: number | null
  /** First of the emulator's four ports (API, admin, portal, storefront). 0 selects free ports for all four. */
  readonly emulator: number
}

export interface DevOptions {
  /** The project with the current app.toml. It may change during the session, so read it where it is needed. */
  readonly project: Project
  readonly ports: DevPorts
  /** Parts that may move to another port if theirs is in use. Parts not listed have fixed ports. Default: all are fixed. */
  readonly movableParts?: ReadonlySet<PortPart>
  /** The tunnel to the gateway, or null for none. */
  readonly tunnel: TunnelChoice | null
  /** The live platform's settings, or null for the emulator. */
  readonly live: LiveRun | null
  /** Approve the install as the store's manager, on the emulator. */
  readonly approve: boolean
  /** Exit after the app is installed and the first event is delivered. */
  readonly once: boolean
  /** Restart the app when its sources change, and reload app.toml. */
  readonly watch: boolean
  /** Install again if the app is already installed. */
  readonly reinstall: boolean
  /** Region of the install (id, code, country or currency). Defaults to the store's home region. */
  readonly region?: string | undefined
  /** Respond to deliveries immediately and forward them to the app, with these pauses between attempts in ms. Null forwards the app's response. */
  readonly ack: readonly number[] | null
  /** Do not forward an event that the app has already accepted. */
  readonly dedupe: boolean
  /** Called with the manual actions once everything runs. */
  readonly onControls?: (controls: DevControls) => void
  /** Store headers and bodies of API calls on the live platform too, where they contain customer data. */
  readonly keepCalls?: boolean
  /** Collector that receives a copy of the app's OpenTelemetry data. */
  readonly otlpEndpoint?: URL | undefined
  /** Whether another process started this one in the background, so no user watches. */
  readonly isBackground?: boolean
  /** Flags of this run, compared with those of a second start. */
  readonly flags?: DevFlags
  /** Code of the test store. Defaults to the current one, else the first. */
  readonly store?: string | undefined
}

/** The shared context of all parts of `app dev`. A part is a function of the context and of earlier results, and registers its own cleanup. */
export interface DevContext {
  readonly tools: DevTools
  readonly options: DevOptions
  readonly emit: (event: DevEvent) => void
  /** Names of stores and regions. */
  readonly names: StoreNames
  /** Traces of the deliveries that the app is handling, shared by both sides of the gateway. */
  readonly traces: DeliveryTraces
  /** The same deliveries with their durations. */
  readonly held: HeldDeliveries
  /** The app's latest output. */
  readonly output: AppOutput
  /** Attempts that this session has reported. */
  readonly reported: ReportedAttempts
  /** Returns the last event that reported a failure, or null. */
  readonly lastTrouble: () => TimedEvent | null
  /** Identifies the app's own listeners, so that no other program receives its deliveries. */
  readonly appOwner: AppOwner
  /** Reads the current app.toml. Raises `project.*`. */
  readonly readProject: () => ProjectRead
  /** Replaces the project. */
  readonly useProject: (project: Project) => void
  readonly acceptedProject: ProjectInUse['accepted']
  readonly moveAppTo: ProjectInUse['moveTo']
  /** Returns whether the app and the platform are running, once the session is ready. */
  readonly health: () => Health
  /** Aborted when the session must end. */
  readonly signal: AbortSignal
  /** Registers cleanup, which always runs, in reverse order. It must not throw for an error that it cannot fix. */
  readonly atEnd: (work: () => Promise<void> | void) => void
  /** Publishes facts about this session to commands in other terminals. */
  readonly publish: ProjectLock['publish']
  /** Registers slow cleanup. The rest continues, and all slow cleanup is awaited last. */
  readonly inBackground: (work: Promise<void>) => void
}
