import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { AppError } from '../../errors.ts'
import { BASE_FILE, unpackFiles } from '../base.ts'
import { filledFiles, type AppNames } from '../filled-files.ts'
import { readFolder, type TemplateFile } from '../template-files.ts'
import { readTemplateMark } from '../template-mark.ts'

export interface FoundBase {
  readonly template: string
  /** Of the package that created the app; null for a given folder without a mark. */
  readonly version: string | null
  readonly names: AppNames
  /** As they were written into the app, without app.toml. */
  readonly files: readonly TemplateFile[]
}

export interface BaseInput {
  /** Of the app. */
  readonly dir: string
  /** As app.toml has them now. */
  readonly names: AppNames
  /** A folder that holds the base, named by the person. */
  readonly given?: string | undefined
}

/**
 * The template that an app was created from: what the app stores of it, or the folder that is given.
 * Raises `upgrade.base-unknown`.
 */
export function findBase({ dir, names, given }: BaseInput): FoundBase {
  const base = given === undefined ? keptBase(dir) : givenBase(given, names)
  if (base !== null) return base
  const version = readTemplateMark(dir)?.version ?? null
  throw new AppError(
    'upgrade.base-unknown',
    given === undefined
      ? `Nothing in ${dir} says which template it was made from: ${BASE_FILE} is missing or damaged. Nothing was changed.`
      : `${given} is not an app that was created from a template. Nothing was changed.`,
    {
      suggestions: [
        `Is ${BASE_FILE} in git? git log --oneline -- .svcapp`,
        `Create the app again with the version that created it, and name that folder: npx svcapp@${version ?? '<version>'} init ${names.key} --dir ../fresh-app --yes --no-install --no-git && app upgrade --base ../fresh-app`,
      ],
    },
  )
}

function keptBase(dir: string): FoundBase | null {
  const mark = readTemplateMark(dir)
  const files = unpackFiles(join(dir, BASE_FILE))
  if (mark === null || files === null) return null
  const { template, version, chosen } = mark
  return { template, version, names: chosen, files: filledFiles(files, chosen) }
}

/** Not of the template: made for the one app, or by its packages. */
const apart = ['.git', '.svcapp', 'app.toml']

function givenBase(folder: string, names: AppNames): FoundBase | null {
  const kept = keptBase(folder)
  if (kept !== null) return kept
  if (!existsSync(join(folder, 'app.toml')) || !existsSync(join(folder, 'package.json'))) return null
  const files = readFolder(folder, '').filter(({ path }) => !apart.includes(path.split('/')[0] ?? ''))
  return { template: 'node', version: null, names, files }
}
