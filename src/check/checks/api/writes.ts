import { callEvidence } from '../../api-calls/call-evidence.ts'
import { calledEndpoint } from '../../api-calls/called-endpoint.ts'
import { apiFixture, callingInstall, sendEvent, whileFaulty } from '../../api-calls/fixture.ts'
import { topicCalls } from '../../api-calls/topic-calls.ts'
import { isRepeatable, isWrite, keyOf } from '../../api-calls/write-key.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import type { ApiCall } from '../../harness/calls.ts'
import type { Harness } from '../../harness/harness.ts'
import { isTaken } from '../../harness/raw-request.ts'
import { isWith } from '../../harness/tokens.ts'
import { patience, untilCall } from '../../harness/work.ts'

/** Time in ms on an idle machine within which further writes follow the first one. */
const AFTER_MS = 1000

export const writes: Check = {
  id: 'api.writes',
  title: 'A write whose response is lost is performed only once',
  rules: [],
  needs: ['answer.order', 'api.token'],
  unless: ['once.duplicate'],
  run: async (harness) => {
    const topics = (await topicCalls(harness)).filter(({ calls }) => calls.some(isWrite))
    if (topics.length === 0) throw new CannotJudge('the app writes nothing for order events')
    const tries = await Promise.all(
      topics.map(async ({ topic, calls }) => ({ ...(await writtenFor(harness, topic)), usual: calls.filter(isWrite) })),
    )
    const repeated = tries
      .flatMap((one) => [...sameTwice(one), ...otherKeys(one), ...newKeys(one)])
      .find((group) => group.length > 1)
    if (repeated === undefined) return []
    return error({
      title: 'A write whose response was lost is repeated, and the platform performs it twice',
      why: 'The connection failed after the platform had performed the write. A repeat without an idempotency key is a second write.',
      remedy:
        'Send the key that makes the write idempotent (externalRef, fileHash or idempotencyKey), with the same value each time. Derive the value from the event or the order. If no such key exists, check whether the write was performed before you repeat it.',
      evidence: callEvidence(repeated),
    })
  },
}

/** The unanswered writes for one event: the first ones, and those after the app rejected the event and it was redelivered. */
interface WrittenFor {
  readonly first: readonly ApiCall[]
  readonly again: readonly ApiCall[]
}

async function writtenFor(harness: Harness, topic: string): Promise<WrittenFor> {
  const { app } = await apiFixture(harness)
  const install = await callingInstall(harness)
  const isLost = (call: ApiCall) => isWith(install.token)(call) && isWrite(call) && call.faulty
  const writesOf = () => app.calls.list().filter(isLost)
  const fault = { act: { kind: 'break', when: 'after' }, meets: isWrite } as const
  return whileFaulty(app, install, fault, async () => {
    const sent = await sendEvent(harness, app, install.place, topic)
    await untilCall(harness, app, isLost)
    await patience(harness, app, AFTER_MS)
    const first = writesOf()
    if (first.length === 0 || isTaken(sent.answer)) return { first, again: [] }
    await sent.again()
    return { first, again: writesOf().slice(first.length) }
  })
}

/** Returns equal writes that the platform does not recognize as repeats. */
function sameTwice({ first, again }: WrittenFor): readonly (readonly ApiCall[])[] {
  const unsafe = [...first, ...again].filter(isRepeatable)
  // An order may cause several writes to one path, with different bodies.
  return [...Map.groupBy(unsafe, (call) => `${call.method} ${call.path} ${withoutBoundary(call.body)}`).values()]
}

/** Returns a repeated write whose key none of the first writes had: the app creates a new key each time. */
function otherKeys({ first, again }: WrittenFor): readonly (readonly ApiCall[])[] {
  const known = new Set(first.map(keyOf))
  return again.flatMap((call) => {
    const key = keyOf(call)
    if (key === null || known.has(key)) return []
    const before = first.find((one) => one.method === call.method && one.path === call.path)
    return before === undefined ? [] : [[before, call]]
  })
}

/** Returns more equal writes with different keys than the event usually causes: the app repeats them itself, each time with a new key. */
function newKeys({
  first,
  usual,
}: WrittenFor & { readonly usual: readonly ApiCall[] }): readonly (readonly ApiCall[])[] {
  const keyed = first.filter((call) => keyOf(call) !== null)
  const groups = Map.groupBy(keyed, (call) => `${call.method} ${call.path} ${withoutKey(call)}`)
  return [...groups.values()].filter((group) => {
    const sameEndpoint = usual.filter((call) => calledEndpoint(call) === calledEndpoint(group[0] ?? call))
    return new Set(group.map(keyOf)).size > sameEndpoint.length
  })
}

function withoutKey(call: ApiCall): string {
  return (keyOf(call) ?? '').split(' ').reduce((body, key) => body.replace(key, ''), call.body.toString('latin1'))
}

/** A multipart form has a new boundary each time. */
function withoutBoundary(body: Buffer): string {
  return body.toString('latin1').replaceAll(/-{4,}[\w'()+,./:=?-]+/g, '--')
}
