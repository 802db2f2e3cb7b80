import type { AttemptKind } from '../../journal/attempts.ts'

/** Listener at the app's URL. */
export interface AppFacts {
  readonly url: string
  readonly isListening: boolean
  /** Description of another program that listens there; null if none is known. */
  readonly otherProgram: string | null
}

/** Known facts about an event's path to the app. Null: unknown on this machine (for the live platform, only the app's own side is known). */
export interface WhyFacts {
  readonly topic: string
  readonly target: string
  /** Topics in app.toml. */
  readonly wantedTopics: readonly string[]
  readonly expectedUrl: string
  /** URL that the user confirmed last for the live platform's console; null if none, or on the emulator. */
  readonly confirmedUrl: string | null
  /** Whether this machine confirmed values in the live platform's console, perhaps without the URL. */
  readonly isConsoleConfirmed: boolean
  readonly isSecretStored: boolean
  /** Whether SVCAPP_SIGNING_SECRET overrides the stored secret. */
  readonly isSecretVariable: boolean
  /** `none`: the emulator has no app with this key. */
  readonly registration:
    | 'none'
    | {
        readonly hasSigningSecret: boolean
        readonly topics: readonly string[]
        readonly webhookUrl: string | null
        /** D, P, published or X. */
        readonly status: string
        readonly testStoreCodes: readonly string[]
      }
    | null
  /** Store whose event is missing. */
  readonly store: { readonly code: string | null; readonly id: number } | null
  /** Install in that store. */
  readonly install: {
    readonly scopes: readonly string[]
    readonly regionId: number | null
    /** Topics of its subscription; null if unknown. */
    readonly topics: readonly string[] | null
    /** `active` or `P`; null if unknown. */
    readonly subscription: string | null
  } | null
  /** Why the live platform rejects the token, so that the install counts as none, or how its response failed; null if neither. */
  readonly rejection: { readonly found: string; readonly remedy: string; readonly isFailure?: boolean } | null
  /** False if the live platform was not asked about the install on record. */
  readonly isInstallChecked: boolean
  /** The live platform's verdict on SVCAPP_TOKEN; null if calls use a stored token. */
  readonly givenToken: 'accepted' | 'payment-pending' | 'unknown' | null
  /** True if the app accepted `app.uninstalled` of that install, which an undo then reverted, and has made no call since that the platform accepted. */
  readonly isInstallUndone: boolean
  /** Token status of the install in the app, from the local record; null without a record. */
  readonly tokenStatus: { readonly holder: 'app' | 'cli' | null; readonly refusedAt: string | null } | null
  /** Region whose event is missing; null for any. */
  readonly regionId: number | null
  /** Codes of the regions of the app's other installs in that store. */
  readonly otherRegions: readonly string[]
  /** Codes of the store's known regions, by id. */
  readonly regionCodes: Readonly<Record<string, string>>
  /** The emulator's newest delivery of this topic to this app and store. */
  readonly lastDelivery: {
    readonly state: string
    readonly lastStatus: number | null
    readonly lastError: string | null
  } | null
  /**
   * The newest delivery of this topic in the gateway's journal, and the app's response; null
   * without one, or if the platform's newest is not in the journal.
   */
  readonly received: { readonly id: number; readonly status: number | null; readonly error: string | null } | null
  /**
   * The live platform's newest verified delivery to this store: of this topic since the install,
   * of any topic since the console's values were confirmed, and of any topic ever. Null without one, and on the emulator.
   */
  readonly arrived: {
    readonly topic: ArrivedDelivery | null
    readonly any: ArrivedDelivery | null
    readonly ever: ArrivedDelivery | null
  }
  /** Kind of attempt by which the app accepted the event of `lastDelivery`, from the journal; null if it shows no such attempt. */
  readonly accepted: { readonly kind: AttemptKind } | null
  /** Time that the app took for the newest attempt of that event, if longer than the platform waits; null if it was in time, or the journal has none. */
  readonly tooSlowMs: number | null
  /**
   * Public URL of the tunnel, whether it reaches this machine, how a firewall intercepted the
   * check, and whether it reaches another gateway; null without one.
   */
  readonly tunnel: {
    readonly url: string
    readonly isUp: boolean
    readonly intercepted?: string | null
    readonly isOther?: boolean
  } | null
  /** State of the `app dev` of this project for this target. */
  readonly dev: 'none' | 'starting' | 'running'
  /** Tunnel of `app dev` that the live platform's console sends events to, as last confirmed; null for any other URL. */
  readonly devOrigin: string | null
  /** True if app.toml contains the tunnel of `app dev`. */
  readonly isTunnelSet: boolean
  /** Listener at the webhook URL on this machine; null if the URL is not on this machine. */
  readonly gateway: { readonly url: string; readonly isListening: boolean } | null
  readonly app: AppFacts
  /** Requests that the gateway rejected within the last hour and after the store's newest delivery, the newest reason first. */
  readonly refusals: readonly Rejections[]
  /** Signature mismatches of that time before the current secret was stored; null without one. */
  readonly pastMismatches: (Pick<Rejections, 'count' | 'since'> & { readonly storedAt: Date }) | null
  /** Active faults for this app and topic, one line each. */
  readonly faults: readonly string[]
}

/** A verified delivery in the gateway's journal. */
export interface ArrivedDelivery {
  readonly id: number
  readonly at: Date
  readonly topic: string
  readonly storeId: string
  readonly regionId: string | null
}

export interface Rejections {
  readonly reason: string
  readonly count: number
  /** Start of the count. */
  readonly since: 'delivery' | 'hour'
}
