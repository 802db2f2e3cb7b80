import { afterAll, expect, it } from 'vitest'

import { isLong } from '../support/machine/long-run.ts'
import { checkCareless, forgetCareless, type CarelessRun } from './support/careless.ts'

afterAll(forgetCareless)

/** Each with the check that names the cause, and after it those that would fail by the same. */
const causes: readonly (Required<Pick<CarelessRun, 'careless' | 'only'>> & CarelessRun)[] = [
  { careless: 'signature-of-json', only: ['signature.reserialised', 'answer.pieces'] },
  { careless: 'signature-parsed-first', only: ['signature.body', 'answer.strange-body'] },
  {
    careless: 'signature-first-header',
    only: ['signature.two-signature', 'signature.two-topic', 'signature.two-store'],
  },
  { careless: 'embed-any-store', only: ['embed.other-store', 'session.amounts'] },
  { careless: 'embed-any-region', only: ['embed.other-region', 'session.amounts'] },
  { careless: 'install-old-token', only: ['install.reinstall', 'lifecycle.reinstall'] },
  { careless: 'install-one-region', only: ['install.regions', 'lifecycle.taken'] },
  { careless: 'session-any-place', only: ['session.other-store', 'bridge.foreign-hints'] },
  { careless: 'api-hot-broken', only: ['api.broken', 'api.slow'] },
  { careless: 'api-no-pin-again', shape: 'store', only: ['api.pin', 'answer.order'] },
  { careless: 'once-gifts', only: ['once.duplicate', 'api.writes'] },
  { careless: 'once-in-memory', only: ['once.restart', 'once.instances'] },
  { careless: 'once-last', only: ['once.late', 'once.instances'] },
  { careless: 'once-too-early', only: ['once.failure', 'once.kill'] },
  { careless: 'install-same-state-once', only: ['install.state', 'install.second-start', 'api.opaque-token'] },
  {
    careless: 'embed-identity-query,session-by-query',
    only: ['embed.identity', 'session.other-store', 'session.amounts'],
  },
]

/** All with SVCAPP_LONG=1; otherwise each eighth, because each starts and installs an app. */
const some = causes.filter((_, at) => isLong || at % 8 === 0)

it.each(some)('$careless causes exactly one finding', async ({ careless, only, shape = 'region' }) => {
  const { findings } = await checkCareless({ careless, only, shape })

  expect(findings.map(({ check }) => check)).toEqual(only.slice(0, 1))
})
