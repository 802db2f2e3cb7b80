import { afterAll, describe, expect, it } from 'vitest'

import { isLong } from '../support/machine/long-run.ts'
import { checkFaulty, forgetFaulty } from './support/faulty.ts'

// An app may keep its state anywhere: the check reads its files, and where they show nothing its panel and its calls. Each case
// starts an app several times, so all but the first belong to the long run.

afterAll(forgetFaulty)

describe.concurrent('state outside the app files', () => {
  it.each(isLong ? ['keeps-in-memory', 'keeps-elsewhere', 'counts-in-memory'] : ['keeps-in-memory'])(
    'the panel shows a duplicate effect: %s',
    async (name) => {
      const { findings } = await checkFaulty({ faulty: `once-never,${name}`, only: ['once'] })

      expect(findings).toMatchObject([{ check: 'once.duplicate', severity: 'error', evidence: [{ kind: 'page' }] }])
    },
  )

  it.runIf(isLong)('does not report a loss for a panel whose numbers restart with each start', async () => {
    const { findings, checks } = await checkFaulty({ faulty: 'counts-in-memory', only: ['once'] })

    const outcomes = Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]))
    expect({ findings, outcomes }).toMatchObject({
      findings: [],
      outcomes: { 'once.restart': 'passed', 'once.kill': 'passed' },
    })
  })

  it.runIf(isLong)('allows copies with one shared database to process jobs for each other', async () => {
    const { findings, checks } = await checkFaulty({ faulty: 'keeps-elsewhere,answers-first', only: ['once'] })

    const outcomes = Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]))
    expect({ findings, outcomes }).toMatchObject({
      findings: [],
      outcomes: { 'once.failure': 'passed', 'once.kill': 'passed', 'once.instances': 'passed' },
    })
  })

  it.runIf(isLong)('does not report lost events for an app that loses its installs when it stops', async () => {
    const { findings, skipped } = await checkFaulty({ faulty: 'keeps-in-memory', only: ['once'] })

    const reason = expect.stringContaining('the app no longer accepts events')
    expect(findings).toEqual([])
    expect(skipped).toEqual(
      ['failure', 'instances', 'restart', 'kill'].map((name) => ({ check: `once.${name}`, reason })),
    )
  })
})

describe.runIf(isLong).concurrent('an install when the app is started again', () => {
  it.each(['install-in-memory', 'keeps-in-memory', 'install-in-memory,answers-first'])(
    'causes a warning if lost: %s',
    async (faulty) => {
      const { findings } = await checkFaulty({ faulty, only: ['install.restart'] })

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
    'is still available in an app that stores it: %s',
    async (faulty) => {
      const { checks, findings } = await checkFaulty({ faulty, only: ['install.restart'] })

      expect({ checks, findings }).toMatchObject({ checks: [{ outcome: 'passed' }], findings: [] })
    },
  )
})

it.runIf(isLong)('waits for an app that responds 503 while it starts, at each start', async () => {
  const { findings, skipped } = await checkFaulty({ faulty: 'begins-slowly', only: ['once'] })

  expect({ findings, skipped }).toEqual({ findings: [], skipped: [] })
})
