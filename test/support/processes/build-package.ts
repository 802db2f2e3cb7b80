import { createHash } from 'node:crypto'
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join, relative } from 'node:path'

import type { TestProject } from 'vitest/node'

import { build } from '../../../scripts/build.ts'
import { buildKit } from '../../../scripts/build/kit.ts'
import { scaffold } from '../../../src/scaffold/scaffold.ts'
import { linkKit, plainApp } from '../dev/scaffolded.ts'

const repository = join(import.meta.dirname, '../../..')

declare module 'vitest' {
  export interface ProvidedContext {
    /** Folder of the built package, as in an installation. */
    packageDir: string
  }
}

/** A new app's panel has one page. A second page shows that sessions and regions work on all pages. */
const secondPage = `
import { html } from 'svcapp-kit'

app.panel('panel/orders', async ({ api }) => {
  const { items } = await api.orders.list({ query: { status: 'paid' } })
  const rows = items.map(
    ({ orderNumber, grandTotal, currency }) => html\`<tr><td>\${orderNumber}</td><td class="amount">\${grandTotal} \${currency}</td></tr>\`,
  )
  return html\`<h2>Paid orders</h2><table>\${rows}</table>\`
})
`

/** Packages kept between runs, each under the hash of its inputs. */
const packages = join(repository, '.cache/packages')
const UNUSED_MS = 3_600_000

/**
 * Builds the package for all tests that start the program, unless an earlier run built it from the same files. They test the published form, and each
 * start takes a tenth of the time that the sources take. Its `sources.json` lists the sources of each file, `bundled.json` the packages in them.
 */
export async function setup({ provide }: TestProject): Promise<void> {
  const dir = join(packages, inputHash())
  if (!existsSync(dir)) await buildPackage(dir)
  utimesSync(dir, new Date(), new Date())
  for (const name of readdirSync(packages)) {
    const other = join(packages, name)
    const { mtimeMs } = statSync(other, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity }
    if (Date.now() - mtimeMs > UNUSED_MS) rmSync(other, { recursive: true, force: true, maxRetries: 5 })
  }
  provide('packageDir', dir)
}

/** Returns the hash of all files of the package and of the Node version that compiled its cache. */
function inputHash(): string {
  const hash = createHash('sha256').update(process.version)
  const parts = ['bin', 'src', 'scripts', 'schema', 'templates', 'test/support/dev', 'package-lock.json']
  const listed = ['package.json', 'openapi.json', 'asyncapi.json', 'oclif.manifest.json', ...parts].flatMap((part) => {
    const path = join(repository, part)
    if (!statSync(path).isDirectory()) return [path]
    const entries = readdirSync(path, { recursive: true, withFileTypes: true })
    return entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  })
  for (const file of listed.toSorted()) hash.update(`${relative(repository, file)}\0`).update(readFileSync(file))
  return hash.digest('hex').slice(0, 16)
}

/** Builds in a separate folder, so that a stopped run leaves no partial package. Of two concurrent builds, the first one is used. */
async function buildPackage(to: string): Promise<void> {
  mkdirSync(packages, { recursive: true })
  const dir = mkdtempSync(join(packages, '.new-'))
  try {
    mkdirSync(join(dir, 'bin'))
    for (const file of ['bin/run.js', 'package.json', 'oclif.manifest.json', 'openapi.json', 'asyncapi.json']) {
      copyFileSync(join(repository, file), join(dir, file))
    }
    symlinkSync(join(repository, 'node_modules'), join(dir, 'node_modules'), 'junction')
    const { files, packages: bundled } = await build(join(dir, 'dist'))
    for (const folder of ['templates', 'schema'])
      cpSync(join(repository, folder), join(dir, folder), { recursive: true })
    await buildKit()
    cpSync(join(repository, 'kit'), join(dir, 'kit'), { recursive: true })
    writeFileSync(join(dir, 'sources.json'), JSON.stringify(Object.fromEntries(files)))
    writeFileSync(join(dir, 'bundled.json'), JSON.stringify(bundled))
    const newApp = { ...plainApp, dir: join(dir, 'new-app') }
    const made = scaffold({ packageRoot: repository, cwd: dir, systemNodeTooOld: false }, newApp)
    linkKit(made.dir)
    writeFileSync(join(made.dir, 'src/app.ts'), secondPage, { flag: 'a' })
    renameSync(dir, to)
  } catch (error) {
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 })
    if (!existsSync(to)) throw error
  }
}
