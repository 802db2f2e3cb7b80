import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

import { Ajv } from 'ajv'
import { expect, it } from 'vitest'

import type { BundledPackage } from '../../../scripts/third-party/bundled-packages.ts'
import { sbomText, type Product } from '../../../scripts/third-party/sbom-text.ts'
import { packageDir } from '../../support/program.ts'

const root = join(import.meta.dirname, '../../..')

function read(path: string): unknown {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** CycloneDX publishes its schemas in this package. */
const schemas = join(
  createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json'),
  '../res/schema',
)
const schemaNamed = (name: string) => read(join(schemas, `${name}.SNAPSHOT.schema.json`)) as object

const ajv = new Ajv({ strict: false, validateFormats: false })
for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
  ajv.addSchema(schemaNamed(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
const isBom = ajv.compile(schemaNamed('bom-1.6'))

const product = read(join(root, 'package.json')) as Product
const bundled = read(join(packageDir, 'bundled.json')) as readonly BundledPackage[]
const text = sbomText(product, bundled)

it('is valid according to the CycloneDX 1.6 schema', () => {
  isBom(JSON.parse(text))

  expect(isBom.errors).toBeNull()
  expect(isBom({ ...(JSON.parse(text) as object), bomFormat: 'other' })).toBe(false)
})

it('lists each bundled package and the packages that npm installs with ours', () => {
  const { components } = JSON.parse(text) as { readonly components: readonly { readonly purl: string }[] }
  const purls = components.map(({ purl }) => purl)

  expect(purls).toContain(`pkg:npm/%40napi-rs/keyring@${product.dependencies['@napi-rs/keyring']}`)
  expect(purls).toHaveLength(bundled.length + Object.keys(product.dependencies).length)
  expect(new Set(purls).size).toBe(purls.length)
})

it('has an expression for a package under two licenses', () => {
  const twice = { name: 'a', version: '1.0.0', license: '(MIT OR ISC)', licenseText: '', notices: [] }

  expect(isBom(JSON.parse(sbomText(product, [twice])))).toBe(true)
})
