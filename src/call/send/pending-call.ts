import type { EndpointFacts } from '../../catalog/endpoint.ts'
import type { CallResult, Client } from '../../client/client.ts'
import type { Context } from '../../context.ts'
import type { WireRequest } from '../../http/wire.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import type { Wanted } from '../../tasks/call/open-client.ts'
import { ALL_REGIONS } from '../../tasks/meant/open-regions.ts'
import type { View } from '../../views/view.ts'
import type { CallOptions } from '../input/call-options.ts'
import type { Assembled } from '../input/input.ts'

/** What a call needs to know of its endpoint; a raw one knows no more than this. */
export type CalledFacts = Pick<EndpointFacts, 'id' | 'method' | 'pin'> & { readonly known: EndpointFacts | null }

/** A call with everything that it was asked with, before anything is opened or sent. */
export interface PendingCall {
  readonly context: Context
  readonly facts: CalledFacts
  readonly view: View<unknown>
  readonly input: Assembled
  readonly flags: Readonly<Record<string, unknown>>
  readonly options: CallOptions
  readonly project: Project
  readonly target: Target
  /** Sends it once. */
  readonly send: (client: Client, sent: Sent) => Promise<CallResult>
  /** The file that goes along in a form, for a preview. */
  readonly file?: SentFile
  /** The request that `send` would make. */
  readonly prepare: (client: Client, sent: Sent) => Promise<WireRequest>
}

export interface SentFile {
  /** Of the form. */
  readonly field: string
  readonly path: string
  readonly type: string
  /** Bytes. */
  readonly size: number
}

/** What a request is made of. */
export interface Sent extends Assembled {
  /** As a person names it. */
  readonly region: string | undefined
}

/** Whether `--region all` was typed. */
export function isFanOut({ flags }: Pick<PendingCall, 'flags'>): boolean {
  return flags['region'] === ALL_REGIONS
}

/** Which install is meant, and how its client is made. */
export function wantedOf({ project, target, flags, options }: PendingCall): Wanted {
  const text = (name: string) => (typeof flags[name] === 'string' ? flags[name] : undefined)
  return {
    project,
    target,
    store: text('store'),
    region: text('region'),
    isPreview: options.preview !== null,
    perMinute: options.perMinute,
    debug: flags['debug'] === true,
  }
}
