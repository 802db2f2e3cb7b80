import type { Screen } from '../../cli/screen.ts'
import type { CallResult, Client } from '../../client/client.ts'
import type { Context } from '../../context.ts'
import type { WireRequest } from '../../http/wire.ts'
import type { Project } from '../../project/app-toml.ts'
import type { Target } from '../../project/targets.ts'
import type { ClientInput } from '../../tasks/call/open-client.ts'
import type { OpenRegion } from '../../tasks/call/open-regions.ts'
import type { View } from '../../views/view.ts'
import type { CallOptions } from '../input/call-options.ts'
import type { CalledFacts, RequestInput } from '../input/request-input.ts'

/** A call and all of its input, before anything is opened or sent. */
export interface Call {
  readonly context: Context
  readonly screen: Screen
  readonly project: Project
  readonly target: Target
  readonly facts: CalledFacts
  readonly asked: RequestInput
  readonly options: CallOptions
  /** View for terminal output. */
  readonly view: View<unknown>
  /** Checks or changes the body before any prompt or write. An error it raises ends the call. */
  readonly prepareBody?: PrepareBody
  /** Called with a response before it is shown. An error it raises ends the call. */
  readonly onResult?: (result: CallResult, region: OpenRegion) => void
}

export type PrepareBody = (
  tools: { readonly client: Client; readonly region: string | undefined; readonly note: (text: string) => void },
  body: string | undefined,
) => Promise<string | undefined>

/** Returns the settings of the client and the install to select. */
export function clientInput({ project, target, options }: Call): ClientInput {
  const { store, region, isDebug, preview, perMinute } = options
  return { project, target, store, region, debug: isDebug, isPreview: preview !== null, perMinute }
}

/** Sends the request once, to the given region or the client's. */
export async function send({ facts }: Call, { client, pin }: OpenRegion, asked: RequestInput): Promise<CallResult> {
  const { known, method, path } = facts
  const input = { ...asked, region: pin }
  return known === null ? client.raw({ ...input, method, path }) : client.call(known, input)
}

/** Returns the request that `send` would make. */
export async function prepare({ facts }: Call, { client, pin }: OpenRegion, asked: RequestInput): Promise<WireRequest> {
  const { known, method, path } = facts
  const input = { ...asked, region: pin }
  return known === null ? client.prepareRaw({ ...input, method, path }) : client.prepare(known, input)
}
