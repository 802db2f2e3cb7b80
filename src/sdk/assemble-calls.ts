import type { EndpointFacts } from '../catalog/endpoint.ts'
import { defined } from '../text/defined.ts'
import { callKind } from './call-kind.ts'
import { createDeltaCall, isDelta } from './delta-call.ts'
import { isPaged, iterateRows } from './iterate.ts'
import { callOnce, type LooseInput, type OpenCore } from './plain-call.ts'
import type { Resources } from './resources.ts'
import { writeRows } from './rows-call.ts'

/** The endpoints by resource and verb. */
export type Catalog = Readonly<Record<string, Readonly<Record<string, EndpointFacts>>>>

export interface CallParts {
  readonly catalog: Catalog
  /** The client that sends a call. */
  readonly open: OpenCore
  readonly sleep: (ms: number, signal?: AbortSignal) => Promise<void>
  readonly signal?: AbortSignal
}

/** Returns the typed calls of every endpoint of a catalog. */
export function assembleCalls(parts: CallParts): Resources {
  const resources = Object.entries(parts.catalog).map(([resource, verbs]) => [
    camel(resource),
    Object.assign({}, ...Object.entries(verbs).map(([verb, one]) => callsOf(camel(verb), one, parts))),
  ])
  // The types of `resources.ts` are inferred from the same catalog; test/sdk/client.test.ts calls every endpoint.
  return Object.fromEntries(resources)
}

function callsOf(verb: string, endpoint: EndpointFacts, { open, sleep, signal }: CallParts): Record<string, unknown> {
  if (isDelta(endpoint)) return { [verb]: createDeltaCall({ open, sleep, ...defined({ signal }) }, endpoint) }
  if (callKind(endpoint) === 'rows') {
    return {
      [verb]: (rows: readonly unknown[], input?: LooseInput) =>
        writeRows(open, endpoint, { rows, ...defined({ input }) }),
    }
  }
  const call = (input?: LooseInput) => callOnce(open, endpoint, input)
  if (!isPaged(endpoint)) return { [verb]: call }
  const iterate = verb === 'list' ? 'iterate' : camel(`iterate-${verb}`)
  return { [verb]: call, [iterate]: (input?: LooseInput) => iterateRows(open, endpoint, input) }
}

/** Converts `order-costs` to `orderCosts`. */
function camel(name: string): string {
  return name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}
