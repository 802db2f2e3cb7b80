import { relative } from 'node:path'

import { escapeCell } from '../../text/escape.ts'
import { plainWord } from '../../text/shell.ts'
import { sentence } from '../cells.ts'
import type { View } from '../view.ts'

export interface ShownNewApp {
  readonly key: string
  readonly dir: string
  readonly files: readonly string[]
  readonly existing: readonly string[]
  readonly ownNode: boolean
  readonly installed: boolean
  readonly repository: boolean
  readonly committed: boolean
  readonly packageManager: string
  readonly workspace: string | null
  readonly cwd: string
}

/** Formats what was created and what to do next. */
export const newAppView: View<ShownNewApp> = ({ key, dir, files, existing, ...app }, looks) => {
  const { style } = looks
  const { ownNode, installed, repository, committed, packageManager, workspace, cwd } = app
  const folder = relative(cwd, dir)
  const steps = [
    ...(folder === '' ? [] : [`cd ${plainWord(folder)}`]),
    ...(installed ? [] : [`${packageManager} install`]),
    'app dev --approve',
  ]
  const created = [
    style.green(`Created ${key}: ${files.length} files in ${escapeCell(dir)}.`),
    ...(existing.length === 0 ? [] : [`Kept your own ${existing.join(', ')}.`]),
    ...(ownNode
      ? ["This machine's Node is too old for the app, so the app includes its own (devDependency node)."]
      : []),
    ...(workspace === null
      ? []
      : [`Add the app as a package to the ${packageManager} workspace ${escapeCell(workspace)}.`]),
    ...(workspace === null ? [] : [forWorkspace(files)]),
    ...(repository && !committed
      ? ['Nothing is committed yet, because Git has no user.name and user.email. You can commit later.']
      : []),
  ].join('\n')
  return [sentence(created, looks), '', 'Next:', ...steps.map((step) => `  ${style.bold(step)}`)].join('\n')
}

function forWorkspace(files: readonly string[]): string {
  const dockerfile = "The app's Dockerfile expects the lock file in the app's folder. Adapt the Dockerfile."
  if (!files.some((path) => path.startsWith('.github/'))) return dockerfile
  return "The app's Dockerfile and CI files expect the lock file in the app's folder. Adapt them. GitHub runs only workflows at the root."
}
