import { join } from 'node:path'

import { findBreakages } from '../../chaos/breakage.ts'
import type { ChaosPlan } from '../../chaos/chaos-plan.ts'
import type { ChaosReport } from '../../chaos/report.ts'
import { runSteps } from '../../chaos/run-steps.ts'
import { runUnderFaults } from '../../chaos/run-under-faults.ts'
import type { Context } from '../../context.ts'
import type { ControlClient } from '../../control/control-client.ts'
import { AppError } from '../../errors.ts'
import { takeLock } from '../../storage/exclusive-lock.ts'
import { countsOf } from './counts.ts'
import { endLeftOver, noteOfRun } from './left-over.ts'
import type { RunningApp } from './running-app.ts'
import { seenOfApp } from './seen-of-app.ts'

export interface DevRun {
  readonly control: ControlClient
  readonly plan: ChaosPlan
  readonly app: RunningApp
  /** Project folder. */
  readonly dir: string
  /** Reports progress to the user. */
  readonly note: (text: string) => void
}

export type ChaosResult = Omit<ChaosReport, 'rerun' | 'seed' | 'forMs'>

/** Places orders in the app's store while faults are active. Raises `chaos.running` if another run uses the platform, and `cli.interrupted`. */
export async function runOnDev(context: Context, { control, plan, app, dir, note }: DevRun): Promise<ChaosResult> {
  const release = takeLock(join(context.paths.platformDir, 'chaos.lock'))
  if (release === null) {
    throw new AppError('chaos.running', 'Another `app chaos run` is in progress on this emulator.', {
      suggestions: ['Wait until it finishes, or stop it with Ctrl-C.'],
    })
  }
  const { now, sleep, interrupted: signal } = context
  const { appKey, storeCode: store, regionId } = app.install
  const noteFile = join(context.paths.platformDir, 'chaos-run.json')
  const runNote = noteOfRun(noteFile)
  const tools = { control, now, sleep, onProgress: progress(note), onSet: runNote.write }
  try {
    const leftOver = await endLeftOver(noteFile, control)
    if (leftOver > 0)
      note(`An earlier run was interrupted. Removed its ${leftOver === 1 ? 'fault' : `${leftOver} faults`}.`)
    const since = now()
    const until = since.getTime() + plan.forMs
    const { result, faults, traffic } = await runUnderFaults(
      tools,
      { plan, appKey, webhookUrl: app.webhookUrl, signal },
      async () => {
        const place = { store, signal, ...(regionId === null ? {} : { region: regionId }) }
        const done = await runSteps(tools, plan, place)
        await sleep(Math.max(0, until - now().getTime()), signal)
        return done
      },
    )
    const undo = await undoCommand(control, result.firstEvent)
    const counts = countsOf(traffic)
    const failures = findBreakages(traffic, seenOfApp(context, { dir, appKey, since }))
    runNote.remove()
    return { appKey, store, faults, steps: result, command: null, counts, failures, undo }
  } catch (error) {
    if (!signal.aborted) throw error
    runNote.remove()
    throw new AppError(
      'cli.interrupted',
      'Stopped. The faults were removed, but the orders remain. To undo them: app emulator undo --list',
      { cause: error },
    )
  } finally {
    release()
  }
}

/** Returns null if the event's operation is no longer in the history. */
async function undoCommand(control: Pick<ControlClient, 'steps'>, firstEvent: string | null): Promise<string | null> {
  if (firstEvent === null) return null
  const steps = await control.steps()
  return steps.some(({ events }) => events.includes(firstEvent)) ? `app emulator rewind ${firstEvent}` : null
}

const SAID_EVERY_MS = 10_000

function progress(note: DevRun['note']): (atMs: number, orders: number) => void {
  let notedAt = 0
  return (atMs, orders) => {
    if (atMs - notedAt < SAID_EVERY_MS) return
    notedAt = atMs
    note(`${Math.round(atMs / 1000)} s: ${orders} ${orders === 1 ? 'order' : 'orders'}`)
  }
}
