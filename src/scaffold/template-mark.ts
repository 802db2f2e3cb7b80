import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { AppTomlInput } from './app-toml-text.ts'

/** Where an app from before the kit says what it was made from, below its folder. */
export const templateMarkPath = '.svcapp/template.json'

/** What an app was made from: enough to make the same files again with the package of that version. */
export interface TemplateMark {
  readonly template: string
  /** Of the package that made it. */
  readonly version: string
  /** What was chosen then; app.toml says what holds now. */
  readonly chosen: Pick<AppTomlInput, 'key' | 'name'>
}

/** What the mark of an app says; null where there is none that can be read. */
export function readTemplateMark(dir: string): TemplateMark | null {
  const file = join(dir, templateMarkPath)
  if (!existsSync(file)) return null
  try {
    const mark = JSON.parse(readFileSync(file, 'utf8')) as Partial<TemplateMark> | null
    const texts = [mark?.template, mark?.version, mark?.chosen?.key, mark?.chosen?.name]
    return texts.every((text) => typeof text === 'string') ? (mark as TemplateMark) : null
  } catch {
    return null
  }
}

/** The version of the package whose templates are in `packageRoot`. */
export function templateVersion(packageRoot: string): string {
  // The file is ours and has this field.
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  return version
}
