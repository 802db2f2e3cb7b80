import { readFileSync } from 'node:fs'

import Dev from '../../../src/commands/dev/index.ts'
import { createContext } from '../../../src/context/create-context.ts'
import { smallConfig, type PackageJson } from '../../../src/main/small-config.ts'
import { standInAddress } from '../../tunnel/stand-in-address.ts'

/** `app dev` as a separate process, which takes the address of a stand-in of cloudflared for that of a quick tunnel. Everything else is real. */
const root = new URL('../../..', import.meta.url).pathname
const pjson = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as PackageJson
const context = Object.assign(createContext({ root, version: '0.0.0-test' }), { tunnelAddress: standInAddress })
try {
  await new Dev(process.argv.slice(2), smallConfig({ root, pjson }), context)._run()
  process.exit(0)
} catch (error) {
  process.exit((error as { oclif?: { exit?: number } }).oclif?.exit ?? 1)
}
