import type { RunFile } from '../../control/contract.ts'
import { createControlClient, type ControlClient } from '../../control/control-client.ts'
import { readRunFile } from '../../control/run-file.ts'
import { AppError, hasCode } from '../../errors.ts'
import type { Send } from '../../http/wire.ts'
import type { EmulatorBackEvent } from '../events/platform-event.ts'
import type { Stage } from '../stage.ts'

export interface EmulatorLink {
  readonly control: ControlClient
  /** The same, for what sets up what a person works with: it is not among what `app emulator undo` takes back. */
  readonly setUp: ControlClient
  readonly isUp: () => boolean
}

/**
 * The control client of an emulator that may end and be started again while `app dev` runs: each call takes address and token from the run file as it is
 * then. That the emulator has ended and that it is back are reported once each, by whichever call finds it; where it was that of an `app dev`, `takeOver` is asked first. An emulator with other data is never talked to: its calls raise
 * `emulator.not-running`.
 */
export function linkEmulator(
  { tools, emit, signal }: LinkStage,
  joined: RunFile,
  takeOver: ((left: RunFile) => Promise<void>) | null = null,
): EmulatorLink {
  let run = joined
  let isUp = true
  let replacedBy: string | null = null
  let isTaking = false

  const current = (): RunFile => {
    const found = readRunFile(tools.paths)
    if (found?.id === joined.id) run = found
    if (found === null || found.id === joined.id) return run
    if (replacedBy !== found.id && !signal.aborted) {
      isUp = false
      replacedBy = found.id
      emit({ event: 'emulator-restarted', change: 'data' })
    }
    throw new AppError('emulator.not-running', 'Another emulator with other data is running.', {
      suggestions: ['Press q to stop, then run `app dev`.'],
    })
  }
  /** Of several sessions on one platform the first to see it goes on with its emulator; the others find that. */
  const lose = async (left: RunFile) => {
    if (takeOver !== null && left.startedBy === 'app dev' && !isTaking) {
      isTaking = true
      const isTaken = await takeOver(left).then(
        () => true,
        () => false,
      )
      isTaking = false
      // Another session may have been faster.
      if (isTaken || signal.aborted || readRunFile(tools.paths)?.id === joined.id) return
    }
    if (!isUp || isTaking) return
    isUp = false
    emit({ event: 'emulator-stopped', next: 'app emulator start' })
  }
  const send: Send = async (request) => {
    const used = run
    try {
      const response = await tools.send(request)
      // Between its first answer and its run file a new emulator does not know the old token.
      if (!isUp && response.status !== 401 && !signal.aborted) {
        isUp = true
        emit({ event: 'emulator-restarted', change: changeOf(joined, used) })
      }
      return response
    } catch (error) {
      if (!signal.aborted && hasCode(error, 'net.unreachable')) await lose(used)
      throw error
    }
  }
  const client = (isSetUp: boolean) =>
    createControlClient({
      send,
      get url() {
        return current().urls.portal
      },
      get token() {
        return run.controlToken
      },
      isSetUp,
    })
  return { control: client(false), setUp: client(true), isUp: () => isUp }
}

/** As much of a stage as the link needs. */
interface LinkStage extends Pick<Stage, 'emit' | 'signal'> {
  readonly tools: Pick<Stage['tools'], 'paths' | 'send'>
}

function changeOf({ urls: before }: RunFile, { urls: after }: RunFile): EmulatorBackEvent['change'] {
  const isSame = before.api === after.api && before.admin === after.admin && before.portal === after.portal
  return isSame && before.storefront === after.storefront ? null : 'addresses'
}
