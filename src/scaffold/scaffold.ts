import { resolve } from 'node:path'

import { AppError } from '../errors.ts'
import type { AppTomlForm, AppTomlInput } from './app-toml-text.ts'
import { checkedAppToml } from './checked-app-toml.ts'
import { filledFiles } from './filled-files.ts'
import { KIT_SCHEMA, kitPackage } from './kit-package.ts'
import { filesForManager } from './manager-files.ts'
import { newAppKey } from './new-app-key.ts'
import { withOwnNode } from './package-json.ts'
import { findManager, type FoundManager, type PackageManagement } from './package-manager.ts'
import { templateFiles, type TemplateFile } from './template-files.ts'
import { parseTemplateName, findTemplate, topicsFor, type Extra } from './templates.ts'
import { checkFolder, extendIgnored, splitKept, writeFiles } from './write-files.ts'

export interface ScaffoldTools {
  /** Folder that contains `templates/` and `schema/`. */
  readonly packageRoot: string
  readonly cwd: string
  /** True if the app needs its own Node. */
  readonly systemNodeTooOld: boolean
  /** Environment, which shows the package manager that started this command. */
  readonly env?: Readonly<Record<string, string | undefined>>
}

export interface ScaffoldInput extends Omit<AppTomlInput, 'topics'> {
  readonly template: string
  /** Defaults to the template's topics that the scopes allow. */
  readonly topics?: readonly string[]
  /** Additional files. */
  readonly extras?: readonly Extra[]
  /** New folder. Defaults to the app's name. */
  readonly dir?: string
}

export interface Scaffolded extends PackageManagement {
  readonly key: string
  readonly name: string
  readonly dir: string
  /** New files, relative to `dir`. */
  readonly files: readonly string[]
  /** Template files that already existed. They are unchanged, except that `.gitignore` gets missing lines. */
  readonly existing: readonly string[]
  /** True if the app includes its own Node. */
  readonly ownNode: boolean
}

/**
 * Writes a new app, all or nothing, into a folder that is new or contains no more than a fresh repository does. No network, no
 * child process. Raises `scaffold.*`, `storage.symlink`, and for invalid values `usage.invalid` or the errors of such an app.toml.
 */
export function scaffold(tools: ScaffoldTools, input: ScaffoldInput): Scaffolded {
  const parsed = newAppKey(input.key)
  const { packageRoot } = tools
  const { template } = input
  const facts = findTemplate(template)
  const dir = chooseFolder(tools, input.dir ?? parsed.name)
  checkFolder(dir, tools.cwd)
  const chosen = { ...input, topics: input.topics ?? topicsFor(facts, input.scopes) }
  const kit = kitPackage(packageRoot)
  const manager = findManager(dir, tools.env)
  const { packageManager, workspace } = manager
  const appToml = checkedAppToml(chosen, formOf(tools, manager))
  const used = filesForManager(templateFiles({ packageRoot, template, extras: input.extras ?? [] }), manager)
  const files = filledFiles(used, { ...input, template: parseTemplateName(template), kit }).map((file) =>
    file.path === 'package.json' && tools.systemNodeTooOld ? ownNode(file, packageRoot) : file,
  )
  // app.toml is written last, because a folder is a project only once everything else exists.
  const all = [...files, { path: kit.path, content: kit.bytes }, { path: 'app.toml', content: appToml }]
  const { fresh, kept: existing } = splitKept(dir, all)
  writeFiles(dir, fresh)
  const ignored = all.find(({ path }) => path === '.gitignore')
  if (existing.includes('.gitignore') && ignored !== undefined) extendIgnored(dir, String(ignored.content))
  return {
    key: input.key,
    name: input.name,
    dir,
    files: fresh.map(({ path }) => path),
    existing,
    ownNode: tools.systemNodeTooOld,
    packageManager,
    workspace,
  }
}

/** Returns the folder of a new app. Raises `usage.invalid`. */
export function chooseFolder({ cwd }: Pick<ScaffoldTools, 'cwd'>, dir: string): string {
  if (dir === '' || dir.includes('\0')) throw new AppError('usage.invalid', '--dir is not a valid folder name.')
  return resolve(cwd, dir)
}

/**
 * A new app is started with Node directly, because npm costs another 67 MB and 150 ms. The package
 * manager starts an app with its own Node, or with packages that only Yarn finds.
 */
function formOf({ systemNodeTooOld }: ScaffoldTools, { packageManager, usesPnp }: FoundManager): AppTomlForm {
  const isOwn = systemNodeTooOld || usesPnp
  const command = isOwn ? [packageManager, 'run', 'start'] : ['node', '--env-file-if-exists=.env', 'src/server.ts']
  return { schema: KIT_SCHEMA, command }
}

function ownNode({ path, content }: TemplateFile, packageRoot: string): TemplateFile {
  return { path, content: withOwnNode(content, packageRoot) }
}
