import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'

import { expect, it, onTestFinished } from 'vitest'

import { createControlClient } from '../../src/control/control-client.ts'
import { readRunFile } from '../../src/control/run-file.ts'
import { recordFigures } from '../support/machine/figures.ts'
import { isLong } from '../support/machine/long-run.ts'
import { makePaths, nodeSend } from '../support/served.ts'

const program = fileURLToPath(new URL('../support/processes/emulator-process.ts', import.meta.url))
const rounds = isLong ? 60 : 4

async function start(paths: ReturnType<typeof makePaths>): Promise<ChildProcess> {
  const child = spawn(process.execPath, [program, paths.emulatorDir, paths.runFile], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(createInterface({ input: child.stdout }), 'line')
  return child
}

function client(paths: ReturnType<typeof makePaths>) {
  const run = readRunFile(paths)
  if (run === null) throw new Error('No run file.')
  return createControlClient({ send: nodeSend, url: run.urls.portal, token: run.controlToken })
}

it('kill -9 during a load leaves the complete old state or the complete new one (P3)', async () => {
  const paths = makePaths()
  let child = await start(paths)
  await client(paths).openStore({ name: 'Small', seed: 'small' })
  await client(paths).saveSnapshot({ name: 'one' })
  await client(paths).openStore({ name: 'Other', seed: 'small' })
  await client(paths).saveSnapshot({ name: 'two' })

  for (let round = 0; round < rounds; round++) {
    const name = round % 2 === 0 ? 'one' : 'two'
    const load = client(paths)
      .loadSnapshot({ name })
      .catch(() => null)
    await new Promise((resolve) => setTimeout(resolve, (round * 7) % 50))
    child.kill('SIGKILL')
    await once(child, 'exit')
    const answer = await load

    child = await start(paths)
    const stores = (await client(paths).stores()).map(({ code }) => code)
    if (answer === null) expect([['small'], ['small', 'other']]).toContainEqual(stores)
    else expect(stores).toEqual(name === 'one' ? ['small'] : ['small', 'other'])
    for (const code of stores) {
      const db = new DatabaseSync(join(paths.emulatorDir, 'stores', `${code}.db`), { readOnly: true })
      expect(db.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' })
      expect(Number(db.prepare('SELECT count(*) AS n FROM orders').get()?.['n'])).toBeGreaterThan(5)
      db.close()
    }
    expect((await client(paths).snapshots()).map((one) => one.name).toSorted()).toEqual(['one', 'two'])
  }
  recordFigures({ kills: rounds, incomplete: 0 })
})
