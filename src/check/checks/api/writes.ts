import { callEvidence } from '../../api-calls/call-evidence.ts'
import { addressOf, calledEndpoint } from '../../api-calls/called-endpoint.ts'
import { apiStage, callingInstall, tell, whileFaulty } from '../../api-calls/stage.ts'
import type { ApiCall } from '../../bench/calls.ts'
import { CannotJudge, type Check } from '../../check.ts'
import { callsWith } from '../../stores/tokens.ts'

/** How long work after the answer may take, in ms. */
const AFTER_MS = 1000

export const writes: Check = {
  id: 'api.writes',
  title: 'A write that is not idempotent is not repeated when its answer is lost',
  rules: [],
  needs: ['install.works', 'signature.genuine'],
  run: async (bench) => {
    const { app } = await apiStage(bench)
    const install = await callingInstall(bench)
    const fault = { act: { kind: 'break', when: 'after' }, meets: ({ method }: ApiCall) => method !== 'GET' } as const
    const calls = await whileFaulty(app, install, fault, async () => {
      const topics = bench.config.webhooks.topics.filter((topic) => topic.startsWith('order.'))
      for (const topic of topics) await tell(bench, app, install.place, topic)
      await bench.sleep(AFTER_MS)
      return callsWith(app, install.token).filter(({ faulty }) => faulty)
    })
    if (calls.length === 0) throw new CannotJudge('the app writes nothing when it is told of orders')
    const unsafe = calls.filter((call) => !isSafe(call))
    const same = [...Map.groupBy(unsafe, ({ method, path }) => `${method} ${path}`).values()]
    // Two orders lead to the same path too: their bodies differ.
    const repeated = same
      .flatMap((group) => [...Map.groupBy(group, ({ body }) => withoutBoundary(body)).values()])
      .find((group) => group.length > 1)
    if (repeated === undefined) return []
    return [
      {
        severity: 'error',
        title: 'A write whose answer was lost is made again, and the platform does it twice',
        why: 'The connection broke after the platform had done its work: what is sent again without a key is a second one.',
        remedy:
          'Send the key that makes the write idempotent (externalRef, fileHash, idempotencyKey), or look whether it was done before you send it again.',
        evidence: callEvidence(repeated),
      },
    ]
  },
}

/** Whether the platform knows a repeat of it. */
function isSafe(call: ApiCall): boolean {
  const idempotency = calledEndpoint(call)?.idempotency
  if (idempotency?.kind !== 'key') return idempotency?.kind !== 'none'
  // `items[].externalRef` stands in each row under its last name.
  const field = idempotency.field.split('.').at(-1) ?? idempotency.field
  return addressOf(call).searchParams.has(field) || call.body.toString('latin1').includes(field)
}

/** A form of files has a boundary that differs each time. */
function withoutBoundary(body: Buffer): string {
  return body.toString('latin1').replaceAll(/-{4,}[\w'()+,./:=?-]+/g, '--')
}
