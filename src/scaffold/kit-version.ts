import { dirname, join } from 'node:path'

import { isNewer } from '../text/is-newer.ts'
import { manifestIn, objectIn, packageManagement } from './package-manager.ts'
import { templateVersion } from './template-mark.ts'

export interface KitVersion {
  /** Kit version in package.json. */
  readonly declared: string
  /** Installed version; null without node_modules. */
  readonly installed: string | null
  /** Kit version of this svcapp. */
  readonly own: string
  /** Null if all three are the same. */
  readonly trouble: KitTrouble | null
}

export interface KitTrouble {
  readonly what: string
  /** Command that fixes it. */
  readonly remedy: string
}

export interface KitVersionInput {
  readonly dir: string
  readonly packageRoot: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Compares an app's kit with the kit of this package, because no registry's audit covers a file below vendor/. Returns null for an app without the kit. */
export function kitVersion(input: KitVersionInput): KitVersion | null {
  const declared = declaredKit(input.dir)
  if (declared === null) return null
  const known = { declared, installed: installedKit(input.dir), own: templateVersion(input.packageRoot) }
  return { ...known, trouble: troubleOf(known, input) }
}

function troubleOf(
  { declared, installed, own }: Omit<KitVersion, 'trouble'>,
  { dir, env }: KitVersionInput,
): KitTrouble | null {
  if (isNewer(own, declared))
    return { what: `The app uses svcapp-kit ${declared}, but ${own} is available.`, remedy: 'app upgrade' }
  if (isNewer(declared, own)) {
    const what = `The app uses svcapp-kit ${declared}, which is newer than this svcapp (${own}).`
    return { what, remedy: 'npm install --global svcapp' }
  }
  if (installed === null || installed === declared) return null
  const what = `package.json requires svcapp-kit ${declared}, but ${installed} is installed.`
  return { what, remedy: `${packageManagement(dir, env).packageManager} install` }
}

/** Reads the version from the file name, or from a registry version. */
function declaredKit(dir: string): string | null {
  return /(\d+\.\d+\.\d+.*?)(?:\.tgz)?$/.exec(kitDependency(dir))?.[1] ?? null
}

/** Returns the kit's dependency line in package.json, or an empty text without one. */
export function kitDependency(dir: string): string {
  const manifest = manifestIn(dir)
  const wanted = { ...objectIn(manifest, 'devDependencies'), ...objectIn(manifest, 'dependencies') }['svcapp-kit']
  return typeof wanted === 'string' ? wanted : ''
}

/** Searches like Node: in the folder, then in its parents. */
function installedKit(dir: string): string | null {
  const { version } = manifestIn(join(dir, 'node_modules/svcapp-kit'))
  if (typeof version === 'string') return version
  return dirname(dir) === dir ? null : installedKit(dirname(dir))
}
