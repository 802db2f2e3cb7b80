import { symlinkSync } from 'node:fs'
import { join } from 'node:path'

import { scaffold, type ScaffoldInput } from '../../../src/scaffold/scaffold.ts'
import { templates, type TemplateName } from '../../../src/scaffold/templates.ts'

const packageRoot = join(import.meta.dirname, '../../..')

/** The input of `app init` by default. */
export const plainApp: ScaffoldInput = {
  key: 'app.acme.loyalty',
  name: 'Loyalty',
  template: 'node',
  installScope: 'region',
  countries: [],
  scopes: ['orders.read'],
  optionalScopes: [],
}

/** The app of a template below `cwd`, with the packages of this repository: the same versions, nothing to download. Answers with its folder. */
export function scaffoldWithPackages(cwd: string, template: TemplateName = 'node'): string {
  const { scopes } = templates[template]
  const { dir } = scaffold({ packageRoot, cwd, systemNodeTooOld: false }, { ...plainApp, template, scopes })
  symlinkSync(join(packageRoot, 'node_modules'), join(dir, 'node_modules'), 'junction')
  return dir
}
