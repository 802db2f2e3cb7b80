import { describe, expect, it } from 'vitest'

import { CannotJudge, TooBusy } from '../../../src/check/cannot-judge.ts'
import type { Check } from '../../../src/check/check.ts'
import { NotStarted } from '../../../src/check/harness/app-instance.ts'
import { noteCutOff } from '../../../src/check/harness/cut-off.ts'
import type { Harness } from '../../../src/check/harness/harness.ts'
import { runChecks, type Crash } from '../../../src/check/run/run-checks.ts'
import { AppError } from '../../../src/errors.ts'
import { finding, makeCheck } from '../support/make-check.ts'

// The checks of these tests examine nothing.
const harness = () => ({}) as Harness

interface Ran {
  readonly crashes?: Crash[]
  readonly deadline?: AbortSignal
  /** Ids of checks without a subject. */
  readonly absent?: readonly string[]
}

const run = async (
  checks: readonly Check[],
  { crashes = [], absent = [], deadline = new AbortController().signal }: Ran = {},
) => {
  const ran = await runChecks(checks, {
    harness,
    absence: ({ id }) => (absent.includes(id) ? 'app.toml has no panel' : null),
    crashes: () => crashes,
    clock: () => 0,
    deadline,
  })
  return ran.map(({ check, outcome, reason, findings }) => [check.id, outcome, reason, findings.length])
}

describe('running the checks', () => {
  it('reports the number of finished checks, and the one that has been running longest', async () => {
    const shown: string[] = []
    const slow = Promise.withResolvers<readonly []>()
    const checks = [
      makeCheck('once.kill', { run: () => slow.promise }),
      makeCheck('web.headers'),
      makeCheck('web.cors', { needs: ['web.headers'] }),
    ]

    await runChecks(checks, {
      harness,
      absence: () => null,
      crashes: () => [],
      clock: () => 0,
      deadline: new AbortController().signal,
      onProgress: ({ done, all, running }) => {
        shown.push(`${done} of ${all} ${String(running)}`)
        if (done === 2) slow.resolve([])
      },
    })

    expect(shown).toContain('1 of 3 once.kill')
    expect(shown.at(-1)).toBe('3 of 3 null')
  })

  it('one cause is one finding, and checks that need it are skipped with its name, even indirectly', async () => {
    const ran = await run([
      makeCheck('install.works', { run: async () => [finding] }),
      makeCheck('signature.genuine', { needs: ['install.works'] }),
      makeCheck('once.duplicate', { needs: ['signature.genuine'] }),
      makeCheck('web.headers'),
    ])

    expect(ran).toEqual([
      ['install.works', 'failed', null, 1],
      ['signature.genuine', 'skipped', 'install.works failed', 0],
      ['once.duplicate', 'skipped', 'install.works failed', 0],
      ['web.headers', 'passed', null, 0],
    ])
  })

  it('skips a check without a subject, and the checks that need it for the same reason', async () => {
    const ran = await run(
      [makeCheck('embed.opens'), makeCheck('web.script', { needs: ['embed.opens'] }), makeCheck('web.cors')],
      {
        absent: ['embed.opens'],
      },
    )

    expect(ran).toEqual([
      ['embed.opens', 'skipped', 'app.toml has no panel', 0],
      ['web.script', 'skipped', 'app.toml has no panel', 0],
      ['web.cors', 'passed', null, 0],
    ])
  })

  it('runs independent checks in parallel, and a needed check first', async () => {
    const both = Promise.withResolvers<void>()
    let waiting = 0
    const meet = async () => {
      waiting += 1
      if (waiting === 2) both.resolve()
      await both.promise
      return []
    }
    const order: string[] = []

    await run([
      makeCheck('b.last', {
        needs: ['b.first'],
        run: async () => {
          order.push('last')
          return []
        },
      }),
      makeCheck('b.first', {
        run: async () => {
          order.push('first')
          return []
        },
      }),
      makeCheck('a.one', { run: meet }),
      makeCheck('a.two', { run: meet }),
    ])

    expect(order).toEqual(['first', 'last'])
  })

  it('skips a check that has nothing to judge, with its reason', async () => {
    const run1 = await run([
      makeCheck('money.sum', {
        run: async () => {
          throw new CannotJudge('no page shows an amount')
        },
      }),
    ])

    expect(run1).toEqual([['money.sum', 'skipped', 'no page shows an amount', 0]])
  })

  it('skips the remaining checks when the time limit is reached', async () => {
    const over = new AbortController()
    const ran = run(
      [
        makeCheck('a.done'),
        makeCheck('a.hangs', { run: () => new Promise(() => {}) }),
        makeCheck('a.after', { needs: ['a.hangs'] }),
      ],
      { deadline: over.signal },
    )
    setTimeout(() => over.abort(), 20)

    expect(await ran).toEqual([
      ['a.done', 'passed', null, 0],
      ['a.hangs', 'skipped', 'the time ran out', 0],
      ['a.after', 'skipped', 'the time ran out', 0],
    ])
  })

  it('an exit of the app is a finding only for a check that also causes it when it runs alone', async () => {
    const crashes: Crash[] = []
    const beside = Promise.withResolvers<void>()
    const started = Promise.withResolvers<void>()
    let tries = 0
    const ran = await run(
      [
        makeCheck('a.kills', {
          run: async () => {
            await started.promise
            crashes.push({ how: 'code 1', log: ['TypeError'] })
            noteCutOff()
            beside.resolve()
            return []
          },
        }),
        makeCheck('a.beside', {
          run: async () => {
            started.resolve()
            await beside.promise
            tries += 1
            if (tries === 1) noteCutOff()
            return tries === 1 ? [finding, finding] : []
          },
        }),
      ],
      { crashes },
    )

    expect(ran).toEqual([
      ['a.kills', 'failed', null, 1],
      ['a.beside', 'passed', null, 0],
    ])
  })

  it('if the app exits with the same last output in two checks, only the first check reports it', async () => {
    const crashes: Crash[] = []
    const ends = (id: string, words: string) =>
      makeCheck(id, {
        run: async () => {
          crashes.push({ how: 'code 1', log: ['    at read (server.js:12)', words] })
          noteCutOff()
          return []
        },
      })
    const ran = await run(
      [
        ends('a.first', 'TypeError: no event 1'),
        ends('a.same', 'TypeError: no event 2'),
        ends('a.else', 'RangeError: x'),
      ],
      { crashes },
    )

    expect(ran).toEqual([
      ['a.first', 'failed', null, 1],
      ['a.same', 'skipped', 'a.first failed', 0],
      ['a.else', 'failed', null, 1],
    ])
  })

  it('counts the result of a check that lost no request when the app exited', async () => {
    const crashes: Crash[] = []
    let tries = 0
    const ran = await run(
      [
        makeCheck('a.waits', {
          run: async () => {
            tries += 1
            crashes.push({ how: 'code 1', log: [] })
            return []
          },
        }),
      ],
      { crashes },
    )

    expect([ran, tries]).toEqual([[['a.waits', 'passed', null, 0]], 1])
  })

  it('a check for which the machine is too busy runs again alone, and is skipped only if that is too busy too', async () => {
    const began: string[] = []
    const { promise: beside, resolve: end } = Promise.withResolvers<readonly []>()
    const late = (id: string, times: number) =>
      makeCheck(id, {
        run: async () => {
          began.push(id)
          if (began.filter((one) => one === id).length <= times) throw new TooBusy()
          return [finding]
        },
      })
    const running = run([late('a.late', 1), late('a.later', 2), makeCheck('a.beside', { run: () => beside })])

    await expect.poll(() => began).toEqual(['a.late', 'a.later'])
    end([])

    expect(await running).toEqual([
      ['a.late', 'failed', null, 1],
      ['a.later', 'skipped', new TooBusy().message, 0],
      ['a.beside', 'passed', null, 0],
    ])
    expect(began).toEqual(['a.late', 'a.later', 'a.late', 'a.later'])
  })

  it('a bug in this tool is not a finding about the app, and stops no other check', async () => {
    const ran = await run([
      makeCheck('a.broken', {
        run: async () => {
          throw new TypeError('x is not a function')
        },
      }),
      makeCheck('a.other'),
    ])

    expect(ran).toEqual([
      ['a.broken', 'skipped', 'the check itself failed (please report this): x is not a function', 0],
      ['a.other', 'passed', null, 0],
    ])
  })

  it('throws an error that has a code', async () => {
    const taken = makeCheck('a.first', {
      run: async () => {
        throw new AppError('gateway.port-taken', 'No port is free.')
      },
    })

    await expect(run([taken])).rejects.toThrow('No port is free.')
  })

  it('skips a check if its copy of the app does not start', async () => {
    const copy = makeCheck('a.copy', {
      run: async () => {
        throw new NotStarted('The app exited (code 1).', [])
      },
    })

    expect(await run([copy])).toEqual([
      ['a.copy', 'skipped', 'a second copy of the app does not start: The app exited (code 1)', 0],
    ])
  })

  it('if two checks fail for the same cause, only the cause is reported, even if the other check failed first', async () => {
    const order: string[] = []
    const ran = await run([
      makeCheck('a.effect', {
        unless: ['a.cause', 'a.not-chosen'],
        run: async () => {
          order.push('effect')
          return [finding]
        },
      }),
      makeCheck('a.cause', {
        run: async () => {
          await new Promise((resolve) => setTimeout(resolve, 20))
          order.push('cause')
          return [finding]
        },
      }),
      makeCheck('a.fine', { unless: ['a.cause'] }),
    ])

    expect(order).toEqual(['effect', 'cause'])
    expect(ran).toEqual([
      ['a.effect', 'skipped', 'a.cause failed', 0],
      ['a.cause', 'failed', null, 1],
      ['a.fine', 'passed', null, 0],
    ])
  })

  it('does not wait for a check after its cause has failed', async () => {
    const ran = await run([
      makeCheck('a.effect', { unless: ['a.cause'], run: () => new Promise(() => {}) }),
      makeCheck('a.cause', { run: async () => [finding] }),
    ])

    expect(ran.map(([id, outcome]) => [id, outcome])).toEqual([
      ['a.effect', 'skipped'],
      ['a.cause', 'failed'],
    ])
  })

  it('starts no check after the time limit, and a late failure stops nothing', async () => {
    let begun = 0
    const ran = await run(
      [
        makeCheck('a.late', {
          run: async () => {
            begun += 1
            throw new CannotJudge('too late')
          },
        }),
      ],
      { deadline: AbortSignal.abort() },
    )

    expect([ran, begun]).toEqual([[['a.late', 'skipped', 'the time ran out', 0]], 0])
  })
})
