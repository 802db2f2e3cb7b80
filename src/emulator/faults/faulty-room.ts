import { messages } from '../../catalog/errors.ts'
import type { RequestRow } from '../../control/contract.ts'
import type { Fault } from '../../control/fault.ts'
import { createRequestRing } from '../api/request-ring.ts'
import { showsCause } from '../debug-header.ts'
import type { World } from '../world.ts'
import { machineTime } from '../world/clock.ts'
import { BrokenConnection } from './broken-connection.ts'
import { hasFaults, takeFault } from './faults.ts'
import { isOfInstall } from './read-fault.ts'
import { retryAfterHeader } from './retry-after.ts'

export interface FaultTools {
  readonly world: World
  readonly sleep: (ms: number) => Promise<void>
}

/** A room of the platform that apps call. */
export interface FaultyRoom {
  /** The app that sends the request, as far as it can be known beforehand. */
  readonly appKeyOf: (request: Request) => Promise<string | null>
  /** Answers as always; `fault` is what the request's row is to say of it. */
  readonly answer: (request: Request, fault: string | null) => Promise<Response>
}

export interface FaultyRooms {
  readonly answer: (room: FaultyRoom, request: Request) => Promise<Response>
  /** The requests that a fault answered, newest first. */
  readonly requests: () => RequestRow[]
}

/**
 * Stands before the rooms that apps call and lets happen what was set: an answer in place of the room's, before all of its checks; an answer held back, or
 * broken off in the middle, after the room has done its work. Never before the control interface.
 */
export function createFaultyRooms({ world, sleep }: FaultTools): FaultyRooms {
  const ring = createRequestRing()
  const answerFaulty = async (room: FaultyRoom, request: Request) => {
    const { method } = request
    const { pathname: path } = new URL(request.url)
    const appKey = await room.appKeyOf(request)
    const fault = takeFault(world, { method, path, appKey }, (kind) => !isOfInstall(kind))
    if (fault === null) return room.answer(request, null)
    const cause = `fault ${fault.kind}`
    if (fault.kind === 'slow' || fault.kind === 'reset') {
      const response = await room.answer(request, cause)
      if (fault.kind === 'reset') throw new BrokenConnection(response)
      await sleep(fault.delayMs ?? 0)
      return response
    }
    const status = Number(fault.kind)
    const at = world.now().getTime()
    ring.add({ at, method, path, status, appKey, storeId: null, regionId: null, ms: 0, cause })
    return refusal(world, fault, showsCause(world, request) ? cause : null)
  }
  return {
    answer: (room, request) => (hasFaults(world) ? answerFaulty(room, request) : room.answer(request, null)),
    requests: ring.list,
  }
}

const words: Readonly<Record<string, string>> = {
  '402': messages.paymentPending,
  '429': 'Too many requests.',
  '500': 'Internal server error.',
  '503': 'Service unavailable.',
}

function refusal(world: World, { kind, retryAfter }: Fault, cause: string | null): Response {
  const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8' }
  if (retryAfter !== null) headers['Retry-After'] = retryAfterHeader(retryAfter, machineTime(world))
  if (cause !== null) headers['X-Emulator-Cause'] = cause
  return new Response(JSON.stringify({ success: false, message: words[kind] }), { status: Number(kind), headers })
}
