import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '../../src/http/free-port.ts'

/** Gives the app in `project` a free port in place of a usual one like 3000, which is often in use. Changes it everywhere in app.toml. */
export async function moveAppPort(project: string): Promise<void> {
  const file = join(project, 'app.toml')
  const text = readFileSync(file, 'utf8')
  const [, port = ''] = /^port = (\d+)$/m.exec(text) ?? []
  if (port === '') throw new Error(`${file} has no dev.port.`)
  writeFileSync(file, text.replaceAll(port, String(await freePort())))
}
