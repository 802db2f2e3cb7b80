import { expect, it } from 'vitest'

import type { RunningDev } from '../../../src/dev/lock.ts'
import { ignoredFlags, sessionFlags } from '../../../src/tasks/dev/ignored-flags.ts'

const parsed = { approve: true, watch: true, reinstall: false, port: 4810, 'retry-delays': '5s', json: true, yes: true }
const byDefault = { setFromDefault: true }
const defaults = { watch: byDefault, reinstall: byDefault, port: byDefault, 'retry-delays': byDefault }

const ready = { gateway: 'http://127.0.0.1:29370', outbound: 'http://127.0.0.1:29371', inspector: null, store: 'demo' }

function makeRun(over: Partial<RunningDev> = {}): RunningDev {
  const { session } = sessionFlags(parsed, defaults)
  // As much of them as is read.
  const run = { pid: 1, platform: 'default', target: 'emulator', flags: session, ready, ...over }
  return run as RunningDev
}

const same = { flags: { approve: true }, platform: null, target: 'emulator' }

it('a session saves the flags that affect its run, without default ports and flags of the command itself', () => {
  expect(sessionFlags(parsed, defaults)).toEqual({
    session: { approve: true, watch: true, reinstall: false, 'retry-delays': '5s' },
    given: { approve: true },
  })
})

it('reports nothing for the same start, or for flags that match the session', () => {
  const named = { ...same.flags, watch: true, 'retry-delays': '5s', store: 'demo', port: 29_370, 'outbound-port': 0 }

  expect(ignoredFlags(makeRun(), same)).toBeNull()
  expect(ignoredFlags(makeRun(), { flags: named, platform: 'default', target: 'emulator' })).toBeNull()
})

it('reports a flag that the session lacks as typed, including platform and target', () => {
  const flags = { reinstall: true, watch: false, region: 'de x', port: 4810, 'inspector-port': 0, ack: true }

  expect(ignoredFlags(makeRun(), { flags, platform: 'trial', target: 'live' })).toEqual({
    flags: [
      '--reinstall',
      '--no-watch',
      "--region 'de x'",
      '--port 4810',
      '--inspector-port 0',
      '--ack',
      '--platform trial',
      '--target live',
    ],
    next: 'app dev stop',
  })
})

it('compares only recorded flags for a session of an older version', () => {
  const wanted = { flags: { reinstall: true }, platform: 'trial', target: 'emulator' }

  expect(ignoredFlags(makeRun({ flags: null }), wanted)).toMatchObject({ flags: ['--platform trial'] })
})
