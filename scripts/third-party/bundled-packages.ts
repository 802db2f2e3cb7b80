import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file that is built separately and stored next to the bundle. */
export interface BesideBundle {
  readonly bytes: number
  /** Paths of the modules that it contains. */
  readonly modules: readonly string[]
}

/** A package whose code is in the published package. */
export interface BundledPackage {
  readonly name: string
  readonly version: string
  /** An SPDX expression. */
  readonly license: string
  readonly licenseText: string
  /** Comments in its files that must be kept. */
  readonly notices: readonly string[]
}

const comment = /\/\*[\s\S]*?\*\//g

const isNotice = (text: string) => text.startsWith('/*!') || /@license|@preserve/.test(text)

const packageDir = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/

/** Returns the packages of these modules, by name and version. Throws if one has no license text. */
export function bundledPackages(modules: Iterable<string>): readonly BundledPackage[] {
  const files = [...modules].filter((id) => packageDir.test(id) && existsSync(id)).toSorted()
  const byDir = Map.groupBy(files, (file) => packageDir.exec(file)?.[0] ?? '')
  const all = [...byDir].map(([dir, own]) => bundledPackage(dir, own))
  const byName = new Map(all.map((one) => [`${one.name} ${one.version}`, one]))
  return [...byName].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

function bundledPackage(dir: string, files: readonly string[]): BundledPackage {
  // npm has validated this file, so it has these fields.
  const { name, version, license } = JSON.parse(readFileSync(join(dir, 'package.json'), 'utf8')) as BundledPackage
  const licenseFiles = readdirSync(dir).filter((file) => /^(?:licen[cs]e|copying|notice)/i.test(file))
  if (licenseFiles.length === 0) throw new Error(`${name} has no license text, which its license requires.`)
  const texts = licenseFiles.map((file) => readFileSync(join(dir, file), 'utf8').replaceAll('\r\n', '\n').trim())
  const notices = files.flatMap((file) => readFileSync(file, 'utf8').match(comment)?.filter(isNotice) ?? [])
  return { name, version, license, licenseText: texts.join('\n\n'), notices: [...new Set(notices)] }
}
