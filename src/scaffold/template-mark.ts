import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import type { AppTomlInput } from './app-toml-text.ts'

/** Location of the origin facts in an app from before the kit, below its folder. */
export const templateMarkPath = '.svcapp/template.json'

/** Origin of an app: enough to create the same files again with the package of that version. */
export interface TemplateMark {
  readonly template: string
  /** Version of the package that created it. */
  readonly version: string
  /** Values chosen then. app.toml contains the current ones. */
  readonly chosen: Pick<AppTomlInput, 'key' | 'name'>
}

/** Reads the origin of an app; null if it is missing or unreadable. */
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

/** Returns the version of the package whose templates are in `packageRoot`. */
export function templateVersion(packageRoot: string): string {
  // The file is ours and has this field.
  const { version } = JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as { version: string }
  return version
}
