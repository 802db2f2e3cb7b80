import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { packageManagement } from '../../../scaffold/package-manager.ts'
import { failed, ok, skipped, type Check } from '../check.ts'
import { withProject } from '../with-project.ts'

export const packages: Check = {
  id: 'packages',
  group: 'project',
  title: 'packages',
  run: withProject(({ context: { env } }, { dir }) => {
    const file = join(dir, 'package.json')
    if (!existsSync(file)) return skipped('no package.json next to app.toml')
    const { dependencies = {}, devDependencies = {} } = JSON.parse(readFileSync(file, 'utf8')) as Manifest
    const names = Object.keys({ ...devDependencies, ...dependencies })
    const missing = names.filter((name) => !isInstalled(dir, name))
    if (names.length === 0) return ok('no packages needed')
    const found = names.length === 1 ? '1 package installed' : `all ${names.length} packages installed`
    if (missing.length === 0) return ok(found)
    return failed(`not installed: ${missing.join(', ')}`, {
      remedy: `${packageManagement(dir, env).packageManager} install (in ${dir})`,
      details: { missing },
    })
  }),
}

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Searches like Node: in this folder, then in its parents. */
function isInstalled(dir: string, name: string): boolean {
  for (let at = dir; ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', name, 'package.json'))) return true
    if (dirname(at) === at) return false
  }
}
