import { afterAll, describe, expect, it } from 'vitest'

import { isLong } from '../support/machine/long-run.ts'
import { checkCareless, forgetCareless } from './support/careless.ts'

// An app may keep its state anywhere: the check reads its files, and where they show nothing its panel and its calls. Each case
// starts an app several times, so all but the first belong to the long run.

afterAll(forgetCareless)

describe.concurrent('state that is not in the files of the app', () => {
  it.each(isLong ? ['keeps-in-memory', 'keeps-elsewhere', 'counts-in-memory'] : ['keeps-in-memory'])(
    'the panel shows an effect that comes twice: %s',
    async (name) => {
      const { findings } = await checkCareless({ careless: `once-never,${name}`, only: ['once'] })

      expect(findings).toMatchObject([{ check: 'once.duplicate', severity: 'error', evidence: [{ kind: 'page' }] }])
    },
  )

  it.runIf(isLong)('a panel whose numbers begin again with each start is not reported as a loss', async () => {
    const { findings, checks } = await checkCareless({ careless: 'counts-in-memory', only: ['once'] })

    const outcomes = Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]))
    expect({ findings, outcomes }).toMatchObject({
      findings: [],
      outcomes: { 'once.restart': 'passed', 'once.kill': 'passed' },
    })
  })

  it.runIf(isLong)('copies with one database may do the work of each other', async () => {
    const { findings, checks } = await checkCareless({ careless: 'keeps-elsewhere,answers-first', only: ['once'] })

    const outcomes = Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]))
    expect({ findings, outcomes }).toMatchObject({
      findings: [],
      outcomes: { 'once.failure': 'passed', 'once.kill': 'passed', 'once.instances': 'passed' },
    })
  })

  it.runIf(isLong)('an app that forgets its installs when it is stopped is not reported as losing events', async () => {
    const { findings, skipped } = await checkCareless({ careless: 'keeps-in-memory', only: ['once'] })

    const reason = expect.stringContaining('the app no longer accepts events')
    expect(findings).toEqual([])
    expect(skipped).toEqual(
      ['failure', 'instances', 'restart', 'kill'].map((name) => ({ check: `once.${name}`, reason })),
    )
  })
})

describe.runIf(isLong).concurrent('an install when the app is started again', () => {
  it.each(['install-in-memory', 'keeps-in-memory', 'install-in-memory,answers-first'])(
    'is not forgotten without a warning: %s',
    async (careless) => {
      const { findings } = await checkCareless({ careless, only: ['install.restart'] })

      expect(findings.filter(({ check }) => check === 'install.restart')).toMatchObject([
        {
          severity: 'warning',
          title: 'The app loses its installs when it restarts',
          evidence: [{ kind: 'request' }, { kind: 'process' }],
        },
      ])
    },
  )

  it.each(['', 'keeps-elsewhere', 'counts-in-memory', 'answers-first', 'begins-slowly', 'keeps-rows,refuses-for-long'])(
    'is still there in an app that keeps it: %s',
    async (careless) => {
      const { checks, findings } = await checkCareless({ careless, only: ['install.restart'] })

      expect({ checks, findings }).toMatchObject({ checks: [{ outcome: 'passed' }], findings: [] })
    },
  )
})

it.runIf(isLong)(
  'an app that says 503 while it gets ready is waited for, at its start and whenever it starts again',
  async () => {
    const { findings, skipped } = await checkCareless({ careless: 'begins-slowly', only: ['once'] })

    expect({ findings, skipped }).toEqual({ findings: [], skipped: [] })
  },
)
