import { afterAll, expect, it } from 'vitest'

import { isLong } from '../support/machine/long-run.ts'
import { checkFaulty, forgetFaulty, type FaultyRun } from './support/faulty.ts'

afterAll(forgetFaulty)

/** Each with the check that names the cause, and after it those that would fail by the same. */
const causes: readonly (Required<Pick<FaultyRun, 'faulty' | 'only'>> & FaultyRun)[] = [
  { faulty: 'signature-of-json', only: ['signature.reserialised', 'answer.pieces'] },
  { faulty: 'signature-parsed-first', only: ['signature.body', 'answer.strange-body'] },
  {
    faulty: 'signature-first-header',
    only: ['signature.two-signature', 'signature.two-topic', 'signature.two-store'],
  },
  { faulty: 'embed-any-store', only: ['embed.other-store', 'session.amounts'] },
  { faulty: 'embed-any-region', only: ['embed.other-region', 'session.amounts'] },
  { faulty: 'install-old-token', only: ['install.reinstall', 'lifecycle.reinstall'] },
  { faulty: 'install-one-region', only: ['install.regions', 'lifecycle.taken'] },
  { faulty: 'session-any-place', only: ['session.other-store', 'bridge.foreign-hints'] },
  { faulty: 'api-hot-broken', only: ['api.broken', 'api.slow'] },
  { faulty: 'api-no-pin-again', shape: 'store', only: ['api.pin', 'answer.order'] },
  { faulty: 'once-gifts', only: ['once.duplicate', 'api.writes'] },
  { faulty: 'once-in-memory', only: ['once.restart', 'once.instances'] },
  { faulty: 'once-last', only: ['once.late', 'once.instances'] },
  { faulty: 'once-too-early', only: ['once.failure', 'once.kill'] },
  { faulty: 'install-same-state-once', only: ['install.state', 'install.second-start', 'api.opaque-token'] },
  {
    faulty: 'embed-identity-query,session-by-query',
    only: ['embed.identity', 'session.other-store', 'session.amounts'],
  },
]

/** All with SVCAPP_LONG=1; otherwise each eighth, because each starts and installs an app. */
const some = causes.filter((_, at) => isLong || at % 8 === 0)

it.each(some)('$faulty causes exactly one finding', async ({ faulty, only, shape = 'region' }) => {
  const { findings } = await checkFaulty({ faulty, only, shape })

  expect(findings.map(({ check }) => check)).toEqual(only.slice(0, 1))
})
