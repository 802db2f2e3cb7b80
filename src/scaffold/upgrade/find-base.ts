import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { AppError } from '../../errors.ts'
import { BASE_FILE, unpackFiles } from '../base.ts'
import { filledFiles, type AppNames } from '../filled-files.ts'
import { readFolder, type TemplateFile } from '../template-files.ts'
import { readTemplateMark } from '../template-mark.ts'

export interface FoundBase {
  readonly template: string
  /** Of the package that made the app; null for a template from before apps were marked. */
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
 * The template that an app was made from: what it keeps of it, the folder that is named, or one from before apps kept it, known by its files.
 * Raises `upgrade.base-unknown`.
 */
export function findBase({ packageRoot }: { readonly packageRoot: string }, input: BaseInput): FoundBase {
  const { dir, names, given } = input
  const base = given === undefined ? (keptBase(dir) ?? knownBase(packageRoot, input)) : givenBase(given, names)
  if (base !== null) return base
  const version = readTemplateMark(dir)?.version ?? null
  throw new AppError(
    'upgrade.base-unknown',
    given === undefined
      ? `Nothing in ${dir} says which template it was made from: ${BASE_FILE} is not there or is damaged, and its files are not those of an older template. Nothing was changed.`
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

/** How much of an older template must be in the app as it was. */
const ENOUGH = 0.5

/** A template from before apps kept theirs: at least half of its files are in the app unchanged. */
function knownBase(packageRoot: string, { dir, names }: BaseInput): FoundBase | null {
  const folder = join(packageRoot, 'templates', '_bases')
  if (!existsSync(folder)) return null
  const known = readdirSync(folder).flatMap((name) => {
    const files = filledFiles(unpackFiles(join(folder, name)) ?? [], names)
    const share = files.filter(({ path, content }) => isAsItWas(join(dir, path), content)).length / files.length
    return share >= ENOUGH ? [{ template: name.replace(/-unmarked$/, ''), files, share }] : []
  })
  const [best] = known.toSorted((a, b) => b.share - a.share)
  return best === undefined ? null : { template: best.template, version: null, names, files: best.files }
}

function isAsItWas(file: string, content: string): boolean {
  return existsSync(file) && readFileSync(file, 'utf8').replaceAll('\r\n', '\n') === content
}
