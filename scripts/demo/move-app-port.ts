import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '../../src/http/free-port.ts'

/** Gives the app in `project` another port than a usual one like 3000, which is often in use. Changes it everywhere in app.toml. */
export async function moveAppPort(project: string, to?: number): Promise<number> {
  const file = join(project, 'app.toml')
  const text = readFileSync(file, 'utf8')
  const [, port = ''] = /^port = (\d+)$/m.exec(text) ?? []
  if (port === '') throw new Error(`${file} has no dev.port.`)
  const moved = to ?? (await freePort())
  writeFileSync(file, text.replaceAll(port, String(moved)))
  return moved
}
