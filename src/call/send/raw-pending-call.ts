import { endpoints } from '../../catalog/catalog.ts'
import { matchEndpoint } from '../../catalog/match-endpoint.ts'
import { rawView } from '../../views/call/raw.ts'
import { callOptionsOf } from '../input/call-options.ts'
import type { RawRequest } from '../input/raw-request.ts'
import type { Sent, PendingCall } from './pending-call.ts'
import { runPendingCall } from './run-pending-call.ts'

/** A raw call with more than its plain answer asked for. */
export interface RawPendingCall extends Pick<PendingCall, 'context' | 'flags' | 'project' | 'target'> {
  readonly request: RawRequest
  readonly isJson: boolean
}

/** As `runPendingCall`, for any path: the catalog tells only whether the answer depends on the region. */
export async function runRawPendingCall({ request, isJson, ...call }: RawPendingCall): Promise<void> {
  const { method, path, query, body } = request
  const rawOf = ({ region }: Sent) => ({ ...request, region })
  await runPendingCall({
    ...call,
    facts: {
      id: `${method} ${path}`,
      method,
      pin: matchEndpoint(endpoints, { method, path })?.pin ?? 'required',
      known: null,
    },
    view: rawView,
    input: { params: {}, query, body },
    options: callOptionsOf(call.flags, { isJson }),
    send: async (client, sent) => client.raw(rawOf(sent)),
    prepare: async (client, sent) => client.prepareRaw(rawOf(sent)),
  })
}
