import type { Tool } from './tool.ts'
import { call, write } from './tools/call.ts'
import { check } from './tools/check.ts'
import { clock } from './tools/clock.ts'
import { delivery } from './tools/delivery.ts'
import { dev } from './tools/dev.ts'
import { embed } from './tools/embed.ts'
import { emulator, inspect } from './tools/emulator.ts'
import { explain } from './tools/explain.ts'
import { fault } from './tools/fault.ts'
import { init } from './tools/init.ts'
import { install } from './tools/install.ts'
import { logs } from './tools/logs.ts'
import { query } from './tools/query.ts'
import { register } from './tools/register.ts'
import { replay } from './tools/replay.ts'
import { scopes } from './tools/scopes.ts'
import { search } from './tools/search.ts'
import { snapshot } from './tools/snapshot.ts'
import { status } from './tools/status.ts'
import { timeline } from './tools/timeline.ts'
import { trigger } from './tools/trigger.ts'
import { verify } from './tools/verify.ts'
import { why } from './tools/why.ts'

/** Every tool, in the order in which a client shows them; at most 25. */
export const tools: readonly Tool[] = [
  status,
  init,
  dev,
  register,
  install,
  scopes,
  logs,
  timeline,
  delivery,
  why,
  verify,
  replay,
  trigger,
  call,
  write,
  search,
  explain,
  query,
  inspect,
  emulator,
  clock,
  fault,
  snapshot,
  check,
  embed,
]
