import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { AppError } from '../errors.ts'
import { templateVersion } from './template-mark.ts'

/** The library on which apps are built, as a file of this package. */
export interface KitPackage {
  readonly version: string
  /** Path below the app's folder. The name contains the version, because package managers cache a file by its name. */
  readonly path: string
  readonly bytes: Uint8Array
  /** Integrity in the format of lock files. */
  readonly integrity: string
}

/** Schema of app.toml in an app with an installed kit. */
export const KIT_SCHEMA = './node_modules/svcapp-kit/app.schema.json'

/** Reads the kit. Raises `scaffold.failed` if the file is missing. */
export function kitPackage(packageRoot: string): KitPackage {
  const version = templateVersion(packageRoot)
  const name = `svcapp-kit-${version}.tgz`
  const file = join(packageRoot, 'kit', name)
  if (!existsSync(file)) {
    throw new AppError('scaffold.failed', `${file} is missing because this installation of svcapp is incomplete.`, {
      suggestions: ['In an svcapp checkout, run: npm run build:kit', 'Otherwise reinstall svcapp.'],
    })
  }
  const bytes = readFileSync(file)
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`
  return { version, path: `vendor/${name}`, bytes, integrity }
}
