import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { failed, ok, warning, type Check } from '../check.ts'

const remedy = 'Reinstall svcapp: npm install -g svcapp'

/** Files of the package that every command, the scaffold and editors need. */
const parts = ['bin/run.js', 'templates', 'schema/app.schema.json', 'oclif.manifest.json']

export const ownPackage: Check = {
  id: 'package',
  group: 'machine',
  title: 'svcapp',
  run: ({ context: { packageRoot, version } }) => {
    const main = existsSync(join(packageRoot, 'src/main.ts')) ? 'src/main.ts' : 'dist/main.js'
    const missing = [...parts, main].filter((part) => !existsSync(join(packageRoot, part)))
    if (missing.length > 0)
      return failed(`${packageRoot} lacks ${missing.join(', ')}`, { remedy, details: { missing } })
    const there = (JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }).version
    const require = createRequire(join(packageRoot, 'package.json'))
    const details = { version, packageRoot }
    try {
      // Only resolved, because the native module is loaded in a separate process.
      require.resolve('@napi-rs/keyring')
    } catch {
      return warning(`${there}, but the package for the OS keychain is not installed`, { remedy, details })
    }
    return ok(`${there} in ${packageRoot}`, { details })
  },
}
