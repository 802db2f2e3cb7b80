import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '../../src/http/free-port.ts'

/** Gives a new app in `project` a port other than 3000, which is often in use. Changes it everywhere in app.toml. */
export async function moveAppPort(project: string): Promise<void> {
  const file = join(project, 'app.toml')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('3000', String(await freePort())))
}
