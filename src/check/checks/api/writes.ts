import { callEvidence } from '../../api-calls/call-evidence.ts'
import { apiStage, callingInstall, tell, whileFaulty, type WatchedInstall } from '../../api-calls/stage.ts'
import { isRepeatable, isWrite, keyOf } from '../../api-calls/write-key.ts'
import type { AppInstance } from '../../bench/app-instance.ts'
import type { Bench } from '../../bench/bench.ts'
import type { ApiCall } from '../../bench/calls.ts'
import { isTaken } from '../../bench/raw-request.ts'
import { CannotJudge, type Check } from '../../check.ts'
import { callsWith } from '../../stores/tokens.ts'

/** How long work after the answer may take, in ms. */
const AFTER_MS = 1000

export const writes: Check = {
  id: 'api.writes',
  title: 'A write that is not idempotent is not repeated when its answer is lost',
  rules: [],
  needs: ['answer.order', 'api.token'],
  run: async (bench) => {
    const { app } = await apiStage(bench)
    const install = await callingInstall(bench)
    const fault = { act: { kind: 'break', when: 'after' }, meets: isWrite } as const
    const topics = bench.config.webhooks.topics.filter((topic) => topic.startsWith('order.'))
    const tries = await whileFaulty(app, install, fault, async () => {
      const all: WrittenFor[] = []
      for (const topic of topics) all.push(await writtenFor(bench, { app, install, topic }))
      return all
    })
    if (tries.every(({ first, again }) => first.length + again.length === 0))
      throw new CannotJudge('the app writes nothing when it is told of orders')
    const repeated = tries.flatMap((one) => [...sameTwice(one), ...otherKeys(one)]).find((group) => group.length > 1)
    if (repeated === undefined) return []
    return [
      {
        severity: 'error',
        title: 'A write whose answer was lost is made again, and the platform does it twice',
        why: 'The connection broke after the platform had done its work: what is sent again without a key is a second one.',
        remedy:
          'Send the key that makes the write idempotent (externalRef, fileHash, idempotencyKey), the same one each time: make it of the event or the order. Where there is none, look whether it was done before you send it again.',
        evidence: callEvidence(repeated),
      },
    ]
  },
}

/** The writes for one event, none of which was answered: at first, and when the app had refused the event and it came again. */
interface WrittenFor {
  readonly first: readonly ApiCall[]
  readonly again: readonly ApiCall[]
}

interface ToldOf {
  readonly app: AppInstance
  readonly install: WatchedInstall
  readonly topic: string
}

async function writtenFor(bench: Bench, { app, install, topic }: ToldOf): Promise<WrittenFor> {
  const writesOf = () => callsWith(app, install.token).filter((call) => isWrite(call) && call.faulty)
  const before = writesOf().length
  const told = await tell(bench, app, install.place, topic)
  await bench.sleep(AFTER_MS)
  const first = writesOf().slice(before)
  if (first.length === 0 || isTaken(told.reply)) return { first, again: [] }
  await told.again()
  return { first, again: writesOf().slice(before + first.length) }
}

/** The same write several times, where the platform does not know a repeat. */
function sameTwice({ first, again }: WrittenFor): readonly (readonly ApiCall[])[] {
  const unsafe = [...first, ...again].filter(isRepeatable)
  // What an order leads to may be several writes to one path: their bodies differ.
  return [...Map.groupBy(unsafe, (call) => `${call.method} ${call.path} ${withoutBoundary(call.body)}`).values()]
}

/** A write that came again under another key than any of the first time: what makes the key makes a new one each time. */
function otherKeys({ first, again }: WrittenFor): readonly (readonly ApiCall[])[] {
  const known = new Set(first.map(keyOf))
  return again.flatMap((call) => {
    const key = keyOf(call)
    if (key === null || known.has(key)) return []
    const before = first.find((one) => one.method === call.method && one.path === call.path)
    return before === undefined ? [] : [[before, call]]
  })
}

/** A form of files has a boundary that differs each time. */
function withoutBoundary(body: Buffer): string {
  return body.toString('latin1').replaceAll(/-{4,}[\w'()+,./:=?-]+/g, '--')
}
