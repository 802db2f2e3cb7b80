import { join } from 'node:path'

import { expect, it } from 'vitest'

import { runProgram } from '../../../src/kit/program/program.ts'
import { startKitApp, temporaryFolder } from '../support.ts'

async function run(words: readonly string[], env: Readonly<Record<string, string | undefined>>) {
  const lines: string[] = []
  const errors: string[] = []
  const code = await runProgram(words, {
    env,
    print: (line) => void lines.push(line),
    printError: (line) => void errors.push(line),
    now: Date.now,
  })
  return { code, out: lines.join('\n'), errors: errors.join('\n') }
}

it('lists and redrives dead letters of a SQLite file while the app runs', async () => {
  let isRight = false
  const kit = await startKitApp({
    declare: (app) =>
      app.on('order.paid', async ({ api }) => {
        if (!isRight) await api.orders.get({ params: { id: 987_654 } })
      }),
  })
  await kit.deliver({ eventId: 'evt_\u001B[31mdead' })
  await kit.settled()
  const env = { DATA_DIR: kit.dir }

  const listed = await run(['dead-letters'], env)
  isRight = true
  const other = await run(['dead-letters', 'redrive', '999'], env)
  const redriven = await run(['dead-letters', 'redrive', String(kit.platform.store.id)], env)
  // The worker looks again after at most 30 s, or with the next event.
  await kit.deliver()
  await kit.settled()

  expect([listed.code, listed.out]).toEqual([
    0,
    expect.stringMatching(/order\.paid {2}store \d+ region \d+ {2}refused: /),
  ])
  expect(listed.out).toContain('evt_\\x1b[31mdead')
  expect([other.out, redriven.out]).toEqual([
    'No dead letters.',
    '1 job queued for a retry. A running app starts it within 30 s.',
  ])
  expect((await run(['dead-letters'], env)).out).toBe('No dead letters.')
})

it('reports the searched path if there is no database', async () => {
  const dir = temporaryFolder()

  expect(await run(['dead-letters'], { DATA_DIR: dir })).toEqual({
    code: 1,
    out: '',
    errors: `Database not found: ${join(dir, 'app.db')}. Run the command in the app's folder, or set DATA_DIR or DATABASE_URL as for the app.`,
  })
})

it.each([[['dead-letter']], [['dead-letters', 'drop']], [['dead-letters', 'redrive', 'all']]])(
  'rejects %j and shows the usage',
  async (words) => {
    expect(await run(words, {})).toMatchObject({ code: 2, errors: expect.stringContaining('Usage: npx svcapp-kit') })
  },
)
