import { CannotJudge } from '../../cannot-judge.ts'
import type { Check } from '../../check.ts'
import { error } from '../../finding.ts'
import type { ApiCall } from '../../harness/calls.ts'
import { callsWith, isExchange, isWith, findToken } from '../../harness/tokens.ts'
import { isAbout, untilCall, WORK_MS } from '../../harness/work.ts'
import { genuineToken } from '../../panel/embed-token.ts'
import { openPanel } from '../../panel/panel.ts'

export const reinstall: Check = {
  id: 'install.reinstall',
  title: 'After a reinstall, the app uses the new token',
  rules: ['TOK-014', 'EXCH-023'],
  needs: ['install.works'],
  run: async (harness) => {
    const { app } = harness
    const place = await harness.openPlace()
    const tokens: string[] = []
    for (const _time of ['first', 'second']) {
      const trip = await harness.install(app, place)
      const token = findToken(app, place)
      if (!trip.ok || token === null) throw new CannotJudge('an install does not complete')
      tokens.push(token)
    }
    const [old = '', fresh = ''] = tokens
    const reinstalled = app.calls.list().findLastIndex((call) => isExchange(call) && call.answer.includes(fresh))
    // Calls that the app began with the old token may still be in flight.
    await app.catchUp()
    const before = app.calls.list().length
    const orderId = await work()
    const isFresh = callsWith(app, fresh).length > 0
    // A timer that began before the reinstall may continue with the old token if the app otherwise uses the new one.
    const isHeld = (one: ApiCall) => !isFresh || (orderId !== null && isAbout({ id: orderId })(one))
    // An app that never uses the new one may have given up after its first rejected call.
    const dead = app.calls
      .list()
      .slice(isFresh ? before : reinstalled)
      .filter((one) => isWith(old)(one) && isHeld(one))
    const [call] = dead
    if (call === undefined) return isFresh ? [] : nothingSeen()
    return error({
      title: 'After a reinstall, the app uses the old, revoked token',
      why: 'A reinstall revokes the previous token. Every API call from the app gets 401, and reinstalling does not help.',
      remedy: 'When a new token arrives, replace the stored token of its store and region.',
      evidence: [{ kind: 'call', method: call.method, path: call.path, status: call.status, calls: dead.length }],
    })

    /** Makes the app call the platform, by opening its panel and by an event; returns the order of the event. */
    async function work(): Promise<number | null> {
      if (harness.config.manifest !== null) await openPanel(harness, place, { token: genuineToken(harness, place) })
      if (harness.config.webhooks.topics.length === 0) return null
      const seen = app.calls.list().length
      const order = await harness.placeOrder(place)
      const { delivery } = await harness.event({ place, order })
      await app.send(delivery)
      const isNew = (call: ApiCall) =>
        (isWith(old)(call) || isWith(fresh)(call)) && app.calls.list().indexOf(call) >= seen
      await untilCall(harness, app, isNew, WORK_MS / 2)
      return order.id
    }
  },
}

function nothingSeen(): never {
  throw new CannotJudge('the app sends no call with its token')
}
