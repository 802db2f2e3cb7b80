import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'

import Dev from '../../../src/commands/dev/index.ts'
import { createContext } from '../../../src/context/create-context.ts'
import { smallConfig, type PackageJson } from '../../../src/main/small-config.ts'
import { standInAddress } from '../../tunnel/stand-in-address.ts'

/**
 * Runs `app dev` as a separate process that uses the address of a cloudflared stand-in as its quick tunnel.
 * With TAKEN_LATER a listener takes that port after the ports are chosen. Everything else is real.
 */
const root = new URL('../../..', import.meta.url).pathname
const pjson = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as PackageJson
const taken = process.env['TAKEN_LATER']
const made = createContext({ root, version: '0.0.0-test' })
const credentials: typeof made.credentials = async (options) => {
  // The session requests them after it chooses the app's port and before it starts the app.
  if (taken !== undefined) await once(createServer().listen(Number(taken), '127.0.0.1'), 'listening')
  return openCredentials(options)
}
const { credentials: openCredentials } = made
const context = Object.assign(made, { tunnelAddress: standInAddress, credentials })
try {
  await new Dev(process.argv.slice(2), smallConfig({ root, pjson }), context)._run()
  process.exit(0)
} catch (error) {
  process.exit((error as { oclif?: { exit?: number } }).oclif?.exit ?? 1)
}
