import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { extraLayer, templateOf, type Extra } from './templates.ts'

export interface TemplateFile {
  /** Below the new app's folder, with slashes. */
  readonly path: string
  readonly content: string
}

export interface TemplateRef {
  /** Folder that contains `templates/`. */
  readonly packageRoot: string
  readonly template: string
  readonly extras?: readonly Extra[]
}

/** The files of a template. Only plain files: links are never followed. Raises `usage.invalid` for a template that is none. */
export function templateFiles({ packageRoot, template, extras = [] }: TemplateRef): TemplateFile[] {
  const layers = [...extras.map(extraLayer), ...templateOf(template).layers]
  const files = layers
    .flatMap(({ from, without = [] }) =>
      readFolder(join(packageRoot, 'templates', from), '').filter(({ path }) => !without.includes(path)),
    )
    // npm leaves .gitignore out of packages, so it is kept under another name.
    .map(({ path, content }) => ({ path: path === 'gitignore' ? '.gitignore' : path, content }))
  // Of files with one path the last one counts.
  return [...new Map(files.map((file) => [file.path, file])).values()]
}

/** What a developer who runs the template's own tests in place leaves behind. */
const leftovers = ['node_modules', 'data', '.env']

/** The plain files below a folder, by their path behind `prefix`; what running an app leaves behind is not among them. */
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
