import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { extraLayer, findTemplate, type Extra } from './templates.ts'

export interface TemplateFile {
  /** Path below the new app's folder, with slashes. */
  readonly path: string
  readonly content: string
}

export interface TemplateRef {
  /** Folder that contains `templates/`. */
  readonly packageRoot: string
  readonly template: string
  readonly extras?: readonly Extra[]
}

/** Returns the plain files of a template. Never follows links. Raises `usage.invalid` for an unknown template. */
export function templateFiles({ packageRoot, template, extras = [] }: TemplateRef): TemplateFile[] {
  const layers = [...extras.map(extraLayer), ...findTemplate(template).layers]
  const files = layers
    .flatMap(({ from, without = [] }) =>
      readFolder(join(packageRoot, 'templates', from), '').filter(({ path }) => !without.includes(path)),
    )
    // npm omits .gitignore from packages, so it is stored under another name.
    .map(({ path, content }) => ({ path: path === 'gitignore' ? '.gitignore' : path, content }))
  // If two files have the same path, the last one counts.
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

/** Files that remain after a developer runs the template's own tests in place. */
const leftovers = ['node_modules', 'data', '.env']

/** Returns the plain files below a folder, with `prefix` before their paths. Skips files that running an app creates. */
export function readFolder(folder: string, prefix: string): TemplateFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry): TemplateFile[] => {
      const path = join(folder, entry.name)
      if (leftovers.includes(entry.name)) return []
      if (entry.isDirectory()) return readFolder(path, `${prefix}${entry.name}/`)
      return entry.isFile() ? [{ path: prefix + entry.name, content: readFileSync(path, 'utf8') }] : []
    })
}
