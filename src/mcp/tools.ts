import type { Tool } from './tool.ts'
import { call, write } from './tools/call.ts'
import { check } from './tools/check.ts'
import { clock } from './tools/clock.ts'
import { delivery } from './tools/delivery.ts'
import { dev } from './tools/dev.ts'
import { emulator, inspect } from './tools/emulator.ts'
import { explain } from './tools/explain.ts'
import { fault } from './tools/fault.ts'
import { logs } from './tools/logs.ts'
import { query } from './tools/query.ts'
import { replay } from './tools/replay.ts'
import { search } from './tools/search.ts'
import { embed } from './tools/setup/embed.ts'
import { init } from './tools/setup/init.ts'
import { install } from './tools/setup/install.ts'
import { register } from './tools/setup/register.ts'
import { scopes } from './tools/setup/scopes.ts'
import { snapshot } from './tools/snapshot.ts'
import { status } from './tools/status.ts'
import { timeline } from './tools/timeline.ts'
import { trigger } from './tools/trigger.ts'
import { verify } from './tools/verify.ts'
import { why } from './tools/why.ts'

/** Every tool, in the order in which clients show them; at most 25. */
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
