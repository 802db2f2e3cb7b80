import type { Tool } from './tool.ts'
import { call } from './tools/call.ts'
import { check } from './tools/check.ts'
import { clock } from './tools/clock.ts'
import { delivery } from './tools/delivery.ts'
import { dev } from './tools/dev.ts'
import { emulator } from './tools/emulator.ts'
import { explain } from './tools/explain.ts'
import { fault } from './tools/fault.ts'
import { logs } from './tools/logs.ts'
import { query } from './tools/query.ts'
import { replay } from './tools/replay.ts'
import { search } from './tools/search.ts'
import { snapshot } from './tools/snapshot.ts'
import { status } from './tools/status.ts'
import { timeline } from './tools/timeline.ts'
import { trigger } from './tools/trigger.ts'
import { verify } from './tools/verify.ts'
import { why } from './tools/why.ts'

/** Every tool, in the order in which a client shows them; at most twenty. */
export const tools: readonly Tool[] = [
  status,
  dev,
  logs,
  timeline,
  delivery,
  why,
  verify,
  replay,
  trigger,
  call,
  search,
  explain,
  query,
  emulator,
  clock,
  fault,
  snapshot,
  check,
]
