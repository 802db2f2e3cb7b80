import type { BundledPackage } from './bundled-packages.ts'

type Listed = Pick<BundledPackage, 'name' | 'version' | 'license'>

export interface Product extends Listed {
  /** Packages that npm installs with it, by name and exact version. */
  readonly dependencies: Readonly<Record<string, string>>
}

/** Returns the software bill of materials as CycloneDX 1.6 JSON, without a time or random id, so that two builds of the same files are equal. */
export function sbomText(product: Product, packages: readonly BundledPackage[]): string {
  const installed = Object.entries(product.dependencies).map(([name, version]) => facts({ name, version }))
  const components = [...installed, ...packages.map((one) => ({ ...facts(one), ...licenseOf(one) }))]
  const subject = { ...facts(product), ...licenseOf(product) }
  return `${JSON.stringify(
    {
      $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      version: 1,
      metadata: { lifecycles: [{ phase: 'build' }], component: { type: 'application', ...subject } },
      components: components.map((one) => ({ type: 'library', ...one })),
      dependencies: [
        { ref: subject.purl, dependsOn: components.map(({ purl }) => purl) },
        ...components.map(({ purl }) => ({ ref: purl })),
      ],
    },
    null,
    2,
  )}\n`
}

function facts({ name, version }: Omit<Listed, 'license'>) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const [scope, own] = name.split('/')
  return { 'bom-ref': purl, ...(own === undefined ? { name } : { group: scope, name: own }), version, purl }
}

/** A single license has an id. Anything else is an expression. */
function licenseOf({ license }: Listed) {
  return { licenses: [/^[\w.-]+$/.test(license) ? { license: { id: license } } : { expression: license }] }
}
