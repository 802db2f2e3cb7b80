import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { filledFiles, type AppNames } from '../filled-files.ts'
import { templateFiles, type TemplateFile } from '../template-files.ts'
import { templateNames } from '../templates.ts'

/** The share of a template's files that are in the app, changed by its owner or not: 0 to 1. */
function shareInApp(dir: string, files: readonly TemplateFile[]): number {
  const found = files.filter(({ path, content }) => isAlike(join(dir, path), content))
  return files.length === 0 ? 0 : found.length / files.length
}

interface App {
  readonly dir: string
  readonly names: AppNames
  /** Where `templates/` is. */
  readonly packageRoot: string
}

/** The template of this version that has most files in common with the app. */
export function nearestTemplate({ dir, names, packageRoot }: App): string {
  const shares = templateNames.map((template) => {
    const files = filledFiles(templateFiles({ packageRoot, template }), names)
    // A smaller template may be part of a larger one.
    return { template, share: shareInApp(dir, files), size: files.length }
  })
  const [best] = shares.toSorted((a, b) => b.share - a.share || b.size - a.size)
  return best?.template ?? 'node'
}

/** Whether the app may have been created from these files: it has most of them, and it has no other template's in their place. */
export function fitsApp(app: App, { template, files }: { template: string; files: readonly TemplateFile[] }): boolean {
  // Owners change and delete files, and two templates share up to 96 % of theirs.
  const isKnown = templateNames.some((name) => name === template)
  return shareInApp(app.dir, files) >= 0.5 && (!isKnown || nearestTemplate(app) === template)
}

/** Half of the template's lines are in the file. */
function isAlike(file: string, content: string): boolean {
  if (!existsSync(file)) return false
  const lines = content.split('\n').filter((line) => line.trim() !== '')
  const own = new Set(readFileSync(file, 'utf8').split('\n'))
  return lines.filter((line) => own.has(line)).length * 2 >= lines.length
}
