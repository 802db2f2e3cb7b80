import type { AttemptKind } from '../../journal/attempts.ts'

/** What listens at the address of the app. */
export interface AppFacts {
  readonly url: string
  readonly isListening: boolean
  /** Another program that listens there, in words; null where none is known to. */
  readonly otherProgram: string | null
}

/** What is known about an event's way to the app. Null: not known here (for the live platform, only the app's own side is). */
export interface WhyFacts {
  readonly topic: string
  readonly target: string
  /** From app.toml. */
  readonly wantedTopics: readonly string[]
  readonly expectedUrl: string
  /** What a person confirmed last for the console of the live platform; null if nothing, or on the emulator. */
  readonly confirmedUrl: string | null
  readonly isSecretStored: boolean
  /** `none`: the emulator knows no app of this key. */
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
  /** The store that the event is missed from. */
  readonly store: { readonly code: string | null; readonly id: number } | null
  /** The install in that store. */
  readonly install: {
    readonly scopes: readonly string[]
    readonly regionId: number | null
    /** Topics of its subscription; null where that is not known. */
    readonly topics: readonly string[] | null
    /** `active` or `P`; null where that is not known. */
    readonly subscription: string | null
  } | null
  /** Why the live platform rejects the token, so that the install counts as none, or how its response failed; null if neither. */
  readonly rejection: { readonly found: string; readonly remedy: string; readonly isFailure?: boolean } | null
  /** What the live platform says about SVCAPP_TOKEN; null if calls use a stored token. */
  readonly givenToken: 'accepted' | 'payment-pending' | 'unknown' | null
  /** Whether the app has accepted `app.uninstalled` of that install, which an undo then took back, and has made no call that the platform took since. */
  readonly isTakenBack: boolean
  /** How the install's token stands with the app, from the record that is kept here; null without a record. */
  readonly standing: { readonly holder: 'app' | 'cli' | null; readonly refusedAt: string | null } | null
  /** The region that the event is missed from; null for any. */
  readonly regionId: number | null
  /** Codes of the store's regions by their ids, as far as they are known. */
  readonly regionCodes: Readonly<Record<string, string>>
  /** The emulator's newest delivery of this topic to this app and store. */
  readonly lastDelivery: {
    readonly state: string
    readonly lastStatus: number | null
    readonly lastError: string | null
  } | null
  /** The newest delivery of this topic in the journal of the gateway, and what the app made of it; null without one, and where the platform's newest is not in it. */
  readonly received: { readonly id: number; readonly status: number | null; readonly error: string | null } | null
  /** By what kind of attempt the app accepted the event of `lastDelivery`, as the journal has it; null where it shows no such attempt. */
  readonly accepted: { readonly kind: AttemptKind } | null
  /** How long the app took at the newest attempt of that event, where the platform does not wait so long; null where it was in time, or the journal has none. */
  readonly tooSlowMs: number | null
  /** Public address of the tunnel, whether it leads here, how a firewall intercepted the check, and whether it leads to another gateway; null without one. */
  readonly tunnel: {
    readonly url: string
    readonly isUp: boolean
    readonly intercepted?: string | null
    readonly isOther?: boolean
  } | null
  /** The `app dev` of this project for this target. */
  readonly dev: 'none' | 'starting' | 'running'
  /** The tunnel of `app dev` that the console of the live platform sends events to, as last confirmed; null for any other address. */
  readonly devOrigin: string | null
  /** Whether app.toml names the tunnel of `app dev`. */
  readonly isTunnelSet: boolean
  /** What listens at the webhook address on this machine: null where the address is not of this machine. */
  readonly gateway: { readonly url: string; readonly isListening: boolean } | null
  readonly app: AppFacts
  /** Requests that the gateway refused within the last hour and after the newest delivery of the store, the newest reason first. */
  readonly refusals: readonly Refusals[]
  /** Faults that are set and stand now for this app and topic, a line each. */
  readonly faults: readonly string[]
}

export interface Refusals {
  readonly reason: string
  readonly count: number
  /** What they are counted from. */
  readonly since: 'delivery' | 'hour'
}
