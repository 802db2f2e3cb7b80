import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { parseAppToml } from '../../src/project/app-toml.ts'
import { recordFigures } from '../support/machine/figures.ts'
import { isLong } from '../support/machine/long-run.ts'
import { momentsFrom } from '../support/machine/seed.ts'

const kills = isLong ? 200 : 5
const killMoment = momentsFrom('app.toml')

/** Changes one value again and again until it is killed. */
const writer = `
  import { changeAppToml } from ${JSON.stringify(new URL('../../src/project/app-toml.ts', import.meta.url).href)}
  for (let port = 1; ; port = (port % 65000) + 1) {
    changeAppToml(process.argv[1], [{ path: ['dev', 'port'], value: port }]).write()
    if (port === 1) console.log('writing')
  }
`

it('app.toml stays readable after kill -9 at any moment of a change (P13)', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'svcapp-crash-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const file = join(dir, 'app.toml')
  writeFileSync(file, `# mine\nkey = "app.acme.loyalty"\nname = "Loyalty"\n[dev]\nport = 1\n`)

  for (let run = 0; run < kills; run++) {
    const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', writer, file])
    await once(child.stdout, 'data')
    await new Promise((resolve) => setTimeout(resolve, killMoment(30)))
    child.kill('SIGKILL')
    await once(child, 'exit')

    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(/^# mine\n/)
    expect(parseAppToml(text, file).dev.port).toBeGreaterThan(0)
  }
  recordFigures({ kills, unreadable: 0 })
  expect(readdirSync(dir)).toContain('app.toml')
})
