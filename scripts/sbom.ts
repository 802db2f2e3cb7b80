/**
 * `npm run sbom -- <file>` writes the software bill of materials of the published package: packages
 * whose code it contains and those that npm installs with it.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { build } from './build.ts'
import { sbomText, type Product } from './third-party/sbom-text.ts'

const root = join(import.meta.dirname, '..')

const cache = join(root, '.cache')
mkdirSync(cache, { recursive: true })
const dir = mkdtempSync(join(cache, 'sbom-'))
try {
  const { packages } = await build(join(dir, 'dist'))
  // package.json is our own file, so it has these fields.
  const product = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Product
  writeFileSync(process.argv[2] ?? 'sbom.cdx.json', sbomText(product, packages))
} finally {
  rmSync(dir, { recursive: true, force: true })
}
