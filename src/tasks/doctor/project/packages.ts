import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { objectIn, packageManagement, parseManifest } from '../../../scaffold/package-manager.ts'
import { failed, ok, skipped, type Check } from '../check.ts'
import { withProject } from '../with-project.ts'

export const packages: Check = {
  id: 'packages',
  group: 'project',
  title: 'packages',
  run: withProject(({ context: { env } }, { dir }) => {
    if (!existsSync(join(dir, 'package.json'))) return skipped('no package.json next to app.toml')
    const manifest = parseManifest(dir)
    const names = Object.keys({ ...objectIn(manifest, 'devDependencies'), ...objectIn(manifest, 'dependencies') })
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

/** Searches like Node: in this folder, then in its parents. */
function isInstalled(dir: string, name: string): boolean {
  for (let at = dir; ; at = dirname(at)) {
    if (existsSync(join(at, 'node_modules', name, 'package.json'))) return true
    if (dirname(at) === at) return false
  }
}
