import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { freePort } from '../../src/http/free-port.ts'

/** Gives a new app in `project` another port than 3000, which another program often uses. Changes it everywhere in app.toml. */
export async function moveAppPort(project: string): Promise<void> {
  const file = join(project, 'app.toml')
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll('3000', String(await freePort())))
}
