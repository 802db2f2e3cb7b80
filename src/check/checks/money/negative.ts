import { callEvidence } from '../../api-calls/call-evidence.ts'
import { apiFixture } from '../../api-calls/fixture.ts'
import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { lastAnswer } from '../../deliver.ts'
import { error } from '../../finding.ts'
import type { ApiCall } from '../../harness/calls.ts'
import { isWith } from '../../harness/tokens.ts'
import { isAbout, patience, untilCall } from '../../harness/work.ts'

/** Topics whose order has to be reversed, and the operation that leads to each. */
const reversals = { 'order.refunded': 'refund', 'order.cancelled': 'cancel' } as const

export const negative: Check = {
  id: 'money.negative',
  title: 'The app writes no negative cost for a reversed order',
  rules: ['COST-023', 'COST-043'],
  needs: ['answer.order'],
  run: async (harness) => {
    const { topics } = harness.config.webhooks
    const topic = (['order.refunded', 'order.cancelled'] as const).find((one) => topics.includes(one))
    if (topic === undefined) throw new CannotJudge('app.toml subscribes to neither order.refunded nor order.cancelled')
    const { app, install } = await apiFixture(harness)
    const { place, token } = await install()
    const order = await harness.placeOrder(place)
    const isWrite = (call: ApiCall) => isWith(token)(call) && isAbout(order)(call) && call.method !== 'GET'
    if (topics.includes('order.paid')) {
      await lastAnswer(harness, app, (await harness.event({ place, topic: 'order.paid', order })).delivery)
      await untilCall(harness, app, isWrite)
    }
    await harness.control.changeOrder({ store: place.store.code, id: order.id, operation: reversals[topic] })
    await lastAnswer(harness, app, (await harness.event({ place, topic, order })).delivery)
    const isWrong = (call: ApiCall) => isWrite(call) && /"amount"\s*:\s*"?-/.test(call.body.toString('latin1'))
    if ((await untilCall(harness, app, isWrong)) === null) return []
    await patience(harness, app)
    return error({
      title: `After ${topic}, the app writes a negative cost`,
      why: 'The platform rejects negative amounts with 400, so the earlier cost stays and the store shows a wrong profit.',
      remedy: 'To reverse a cost, delete its line, or write 0 with the same externalRef.',
      evidence: callEvidence(app.calls.list().filter(isWrong)),
    })
  },
}
