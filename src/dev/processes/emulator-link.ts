import type { RunFile } from '../../control/contract.ts'
import { createControlClient, type ControlClient } from '../../control/control-client.ts'
import { readRunFile } from '../../control/run-file.ts'
import { AppError, hasCode } from '../../errors.ts'
import type { Send } from '../../http/wire.ts'
import type { DevContext } from '../context.ts'
import type { EmulatorBackEvent } from '../events/platform-event.ts'

export interface EmulatorLink {
  readonly control: ControlClient
  /** The same client for setup operations, which `app emulator undo` does not undo. */
  readonly setUp: ControlClient
  readonly isUp: () => boolean
}

/**
 * Creates the control client of an emulator that may stop and restart during `app dev`. Each call reads URL and token
 * from the current run file. The first call that notices reports a stop or a restart, once. If another `app dev` ran
 * the emulator, `takeOver` is called first. Calls to an emulator with other data raise `emulator.not-running`.
 */
export function linkEmulator(
  { tools, emit, signal }: LinkContext,
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
  /** If several sessions share a platform, the first one to notice restarts its emulator and the others find it. */
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
      // A new emulator rejects the old token between its first response and its run file.
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

/** The part of the context that the link needs. */
interface LinkContext extends Pick<DevContext, 'emit' | 'signal'> {
  readonly tools: Pick<DevContext['tools'], 'paths' | 'send'>
}

function changeOf({ urls: before }: RunFile, { urls: after }: RunFile): EmulatorBackEvent['change'] {
  const isSame = before.api === after.api && before.admin === after.admin && before.portal === after.portal
  return isSame && before.storefront === after.storefront ? null : 'addresses'
}
