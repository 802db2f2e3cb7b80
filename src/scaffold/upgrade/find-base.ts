import { existsSync } from 'node:fs'
import { join } from 'node:path'

import { AppError } from '../../errors.ts'
import { BASE_FILE, unpackFiles } from '../base.ts'
import { filledFiles, type AppNames } from '../filled-files.ts'
import { readFolder, type TemplateFile } from '../template-files.ts'
import { readTemplateMark } from '../template-mark.ts'
import { fitsApp } from './match-base.ts'

export interface FoundBase {
  readonly template: string
  /** Version of the package that created the app; null for a given folder without a mark. */
  readonly version: string | null
  readonly names: AppNames
  /** Template files as written into the app, without app.toml. */
  readonly files: readonly TemplateFile[]
}

export interface BaseInput {
  /** Folder of the app. */
  readonly dir: string
  /** Current names in app.toml. */
  readonly names: AppNames
  /** Folder that contains the base, as the user typed it. */
  readonly given?: string | undefined
}

/**
 * Finds the template from which an app was created: the app's stored copy, or the given folder.
 * Raises `upgrade.base-unknown`, also for a folder with another template.
 */
export function findBase(input: BaseInput): FoundBase {
  const { dir, names, given } = input
  if (given === undefined) {
    const kept = keptBase(dir)
    if (kept !== null) return kept
    throw unknown(input, `The template of ${dir} is unknown, because ${BASE_FILE} is missing or damaged.`)
  }
  const base = givenBase(given, names)
  if (base === null) throw unknown(input, `${given} is not an app that was created from a template.`)
  const known = readTemplateMark(dir)?.template
  if (!fitsApp(dir, base.files) || (known !== undefined && known !== base.template))
    throw unknown(
      input,
      `This app was not created from the template in ${given}, because it lacks most of the template's files.`,
    )
  return base
}

function unknown(input: BaseInput, why: string): AppError {
  const { dir, names } = input
  const mark = readTemplateMark(dir)
  const use = 'app upgrade --base ../fresh-app'
  const create =
    mark === null
      ? `Or create the app again in ../fresh-app with the svcapp version and template that created it, then run: ${use}`
      : `Or create the app again with the original version of svcapp, then use that folder: npx svcapp@${mark.version} init ${names.key} --template ${mark.template} --dir ../fresh-app --yes --no-install --no-git && ${use}`
  return new AppError('upgrade.base-unknown', `${why} Nothing was changed.`, {
    suggestions: [`Check whether ${BASE_FILE} is in Git: git log --oneline -- .svcapp`, create],
  })
}

function keptBase(dir: string): FoundBase | null {
  const mark = readTemplateMark(dir)
  const files = unpackFiles(join(dir, BASE_FILE))
  if (mark === null || files === null) return null
  const { template, version, chosen } = mark
  return { template, version, names: chosen, files: filledFiles(files, chosen) }
}

/** Not part of the template: created for this app, or by its packages. */
const apart = ['.git', '.svcapp', 'app.toml']

function givenBase(folder: string, names: AppNames): FoundBase | null {
  const kept = keptBase(folder)
  if (kept !== null) return kept
  if (!existsSync(join(folder, 'app.toml')) || !existsSync(join(folder, 'package.json'))) return null
  const files = readFolder(folder, '').filter(({ path }) => !apart.includes(path.split('/')[0] ?? ''))
  return { template: 'node', version: null, names, files }
}
