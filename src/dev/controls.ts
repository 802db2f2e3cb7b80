import type { KeyObject } from 'node:crypto'

import { isTopic } from '../catalog/topics.ts'
import { createControlClient } from '../control/control-client.ts'
import { hasCode } from '../errors.ts'
import { mostSpentSince } from '../journal/calls/calls.ts'
import { findDelivery, type DeliveryRow } from '../journal/deliveries.ts'
import { countStates, deliveriesIn, waitingLater } from '../journal/delivery-state.ts'
import { findDeliveries } from '../journal/find-deliveries.ts'
import type { Journal } from '../journal/journal.ts'
import { localAddress } from '../project/registration.ts'
import type { Target } from '../project/targets.ts'
import { MOST_DEAD_LETTERS, platformDeadLetters, waitingAdvice } from '../webhooks/platform-dead-letters.ts'
import { replayDelivery } from '../webhooks/replay.ts'
import type { DevContext } from './context.ts'
import type { DevControls, DevStatus } from './dev-controls.ts'
import { arrivalEvent } from './events/arrival-event.ts'
import { replayEvent } from './events/attempt-event.ts'
import { failureEvent } from './events/trouble.ts'
import type { AppRunner } from './processes/app-runner.ts'
import type { PublicState } from './public-state.ts'
import { sendTestEvent } from './send-test-event.ts'
import type { TargetActions } from './target-actions.ts'

export interface ControlFacts {
  readonly target: Target
  readonly place: TargetActions
  readonly journal: Journal
  readonly key: () => KeyObject
  /** Receives the test events. */
  readonly gateway: { readonly url: string }
  /** Null without an inspector. */
  readonly inspector: { readonly url: string; readonly ticketUrl: () => string } | null
  readonly tunnel: () => PublicState | null
  /** Emulator only. */
  readonly isPlatformUp?: () => boolean
  readonly runner: Pick<AppRunner, 'restart' | 'isUp'>
}

/** Deliveries that the app has had for less than this count as in flight. */
const SLOW_MS = 1000

/** Maximum age of the newest call for its last-minute count to be valid. */
const FRESH_MS = 60_000

export function createControls(dev: DevContext, facts: ControlFacts): DevControls {
  const { tools, options, emit } = dev
  const { place, journal, key, runner } = facts
  const { portalUrl, placeOrder } = place
  const address = () => localAddress(options.project.config) + options.project.config.webhooks.path

  // The journal closes while the session still waits for the app to exit, but the status line and the keys stay.
  let isOver = false
  let lastStatus: DevStatus | null = null
  dev.atEnd(() => {
    isOver = true
  })

  const guarded = (work: () => Promise<void>) => async () => {
    if (isOver) return
    await work().catch((error: unknown) => {
      if (dev.signal.aborted || isOver) return
      emit({ event: 'notice', text: wordsOf(error) })
    })
  }
  const say = (text: string) => emit({ event: 'notice', text })
  // Every user of the machine can read a browser's arguments (T18), so it may get another URL than the one shown.
  const show = async (name: string, url: string, forBrowser = url) => {
    const isOpen = await tools.openBrowser(forBrowser)
    say(isOpen ? `Opened the ${name} in the browser: ${url}` : `The ${name}: ${url}`)
  }
  const replay = async (delivery: DeliveryRow) => {
    emit(arrivalEvent(dev.names, delivery, 'attempt'))
    const answer = await replayDelivery(
      { ...tools, journal, key: key(), appPid: dev.appOwner.pid },
      { delivery, to: address(), isOwnApp: true, mode: 're-sign' },
    )
    emit(replayEvent(journal, delivery, answer))
  }
  /** Returns the number of dead letters in the emulator's queue, or null without a queue or a response. */
  const elsewhere = async () => {
    const { control } = facts.target
    if (control === null) return null
    const query = { app: journal.appKey, state: 'dead_letter', limit: MOST_DEAD_LETTERS } as const
    const dead = await createControlClient({ send: tools.send, ...control })
      .deliveries(query)
      .catch(() => [])
    return platformDeadLetters(journal, dead)
  }
  return {
    install: guarded(place.install),
    openAdmin: guarded(async () => show('store admin', await place.adminUrl())),
    openPortal: portalUrl === undefined ? null : guarded(async () => show('developer portal', await portalUrl())),
    openInspector: guarded(async () => {
      const { inspector } = facts
      if (inspector === null) return say('No inspector is running, because --no-inspector was given.')
      await show('inspector', inspector.url, inspector.ticketUrl())
    }),
    placeOrder: placeOrder === undefined ? null : guarded(async () => emit(await placeOrder())),
    restart: guarded(async () => {
      emit({ event: 'restart', reason: 'request', files: [] })
      runner.restart()
    }),
    lastFailure: guarded(async () => {
      const last = dev.lastTrouble()
      if (last === null) return say('No failures yet.')
      emit(failureEvent(journal, last, { output: dev.output, isLive: facts.target.name === 'live' }))
    }),
    trigger: guarded(async () => {
      const { topics, path } = options.project.config.webhooks
      // The gateway sends it and reports the result on its own line.
      say(
        await sendTestEvent(
          { ...tools, key: key() },
          { ...facts, topic: topics.find(isTopic) ?? 'order.created', path },
        ),
      )
    }),
    replayLast: guarded(async () => {
      const [last] = findDeliveries(journal, { target: facts.target.name, limit: 1 })
      if (last === undefined) return emit({ event: 'notice', text: 'No delivery to replay yet.' })
      await replay(last)
    }),
    retryDeadLetters: guarded(async () => {
      const which = { target: facts.target.name }
      const ids = deliveriesIn(journal, 'dead_letter', which)
      if (ids.length === 0) {
        const waiting = waitingAdvice(waitingLater(journal, tools.now(), which))
        return say(['No dead letters.', waiting, await elsewhere()].filter((line) => line !== null).join(' '))
      }
      for (const id of ids) {
        dev.signal.throwIfAborted()
        const delivery = findDelivery(journal, id)
        if (delivery !== null) await replay(delivery)
      }
    }),
    status: () => {
      if (isOver && lastStatus !== null) return lastStatus
      lastStatus = {
        target: facts.target.name,
        store: place.store(),
        app: localAddress(options.project.config),
        isUp: runner.isUp(),
        isPlatformUp: facts.isPlatformUp?.() ?? true,
        tunnel: facts.tunnel(),
        deliveries: countStates(journal, { target: facts.target.name }),
        held: dev.held.count(SLOW_MS),
        spent: mostSpentSince(journal, new Date(tools.now().getTime() - FRESH_MS)),
      }
      return lastStatus
    },
  }
}

/** Adds how to restart the emulator to every notice, because most keys need it. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (!hasCode(error, 'emulator.not-running')) return error.message
  return [`${error.message.replace(/\.$/, '')} (${error.code})`, ...error.suggestions.slice(0, 1)].join(': ')
}
