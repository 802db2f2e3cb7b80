import { Buffer } from 'node:buffer'

import { AppError } from '../../errors.ts'
import { parseAppToml } from '../../project/app-toml.ts'
import { PROJECT_FILE } from '../../project/toml/project-file-name.ts'
import { setTomlValue } from '../../project/toml/set-toml-value.ts'
import { filledFiles } from '../filled-files.ts'
import { newAppKey } from '../new-app-key.ts'
import { packageManagement } from '../package-manager.ts'
import { chooseFolder, type Scaffolded, type ScaffoldTools } from '../scaffold.ts'
import { checkFolder, splitKept, writeFiles, type NewFile } from '../write-files.ts'

export interface ForeignInput {
  readonly key: string
  readonly name: string
  readonly dir?: string
}

/**
 * Writes a new app from a user's own template. Fills in key and name, and changes nothing else.
 * Runs no file. Raises `scaffold.*`, and `project.*` for an invalid app.toml.
 */
export function scaffoldForeign(tools: ScaffoldTools, input: ForeignInput, files: readonly NewFile[]): Scaffolded {
  const { key, name } = input
  const parsed = newAppKey(key)
  const dir = chooseFolder(tools, input.dir ?? parsed.name)
  checkFolder(dir, tools.cwd)
  const appToml = files.find(({ path }) => path === PROJECT_FILE)
  if (appToml === undefined) throw noAppToml()
  const given = textOf(appToml)
  // The parser reports the invalid line.
  parseAppToml(given, PROJECT_FILE)
  const content = setTomlValue(setTomlValue(given, ['key'], key), ['name'], name)
  parseAppToml(content, PROJECT_FILE)
  // app.toml is written last, because a folder is a project only once everything else exists.
  const others = files.filter((file) => file !== appToml).map((file) => filled(file, { key, name }))
  const { fresh, kept: existing } = splitKept(dir, [...others, { path: PROJECT_FILE, content }])
  writeFiles(dir, fresh)
  const packages = packageManagement(dir, tools.env)
  return { key, name, dir, files: fresh.map(({ path }) => path), existing, ownNode: false, ...packages }
}

function filled(file: NewFile, names: Pick<ForeignInput, 'key' | 'name'>): NewFile {
  const text = textOf(file)
  // A file that is not text stays unchanged, byte for byte.
  if (!Buffer.from(text).equals(Buffer.from(file.content))) return file
  return filledFiles([{ path: file.path, content: text }], names)[0] ?? file
}

function textOf({ content }: NewFile): string {
  return typeof content === 'string' ? content : Buffer.from(content).toString('utf8')
}

function noAppToml(): AppError {
  return new AppError('scaffold.failed', `The template has no ${PROJECT_FILE}. Nothing was written.`, {
    suggestions: [`Add an ${PROJECT_FILE} to the template. To create one, run \`app init --here\` in its folder.`],
  })
}
