import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { AppError } from '../errors.ts'
import { templateVersion } from './template-mark.ts'

/** The library that apps are built on, as a file of this package. */
export interface KitPackage {
  readonly version: string
  /** Below the folder of an app. The version is part of the name: package managers keep an old file of the same name. */
  readonly path: string
  readonly bytes: Uint8Array
  /** As lock files have it. */
  readonly integrity: string
}

/** The schema of app.toml in an app that has the kit installed. */
export const KIT_SCHEMA = './node_modules/svcapp-kit/app.schema.json'

/** Raises `scaffold.failed` if the file is missing. */
export function kitPackage(packageRoot: string): KitPackage {
  const version = templateVersion(packageRoot)
  const name = `svcapp-kit-${version}.tgz`
  const file = join(packageRoot, 'kit', name)
  if (!existsSync(file)) {
    throw new AppError('scaffold.failed', `${file} is missing because this installation of svcapp is incomplete.`, {
      suggestions: ['In a checkout of svcapp: npm run build:kit', 'Otherwise reinstall svcapp.'],
    })
  }
  const bytes = readFileSync(file)
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  return { version, path: `vendor/${name}`, bytes, integrity }
}
