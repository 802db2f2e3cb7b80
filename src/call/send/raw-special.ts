import { endpoints } from '../../catalog/catalog.ts'
import { matchEndpoint } from '../../catalog/match-endpoint.ts'
import { rawView } from '../../views/call/raw.ts'
import type { RawRequest } from '../input/raw-request.ts'
import { wishOf } from '../input/wish.ts'
import { runSpecialCall } from './run-special-call.ts'
import type { Sent, SpecialCall } from './special-call.ts'

/** A raw call with more than its plain answer asked for. */
export interface RawSpecial extends Pick<SpecialCall, 'context' | 'flags' | 'project' | 'target'> {
  readonly request: RawRequest
  readonly isJson: boolean
}

/** As `runSpecialCall`, for any path: the catalog tells only whether the answer depends on the region. */
export async function runRawSpecial({ request, isJson, ...call }: RawSpecial): Promise<void> {
  const { method, path, query, body } = request
  const rawOf = ({ region }: Sent) => ({ ...request, region })
  await runSpecialCall({
    ...call,
    facts: {
      id: `${method} ${path}`,
      method,
      pin: matchEndpoint(endpoints, { method, path })?.pin ?? 'required',
      known: null,
    },
    view: rawView,
    input: { params: {}, query, body },
    wish: wishOf(call.flags, { isJson }),
    send: async (client, sent) => client.raw(rawOf(sent)),
    prepare: async (client, sent) => client.prepareRaw(rawOf(sent)),
  })
}
