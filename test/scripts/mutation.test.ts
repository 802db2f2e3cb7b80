import { readFileSync } from 'node:fs'

import { expect, it } from 'vitest'

it('mutation tests run with the same Vitest as the tests, and with one Stryker version', () => {
  const { scripts, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8')) as {
    scripts: Record<string, string>
    devDependencies: Record<string, string>
  }

  const versions = Object.fromEntries(
    [...(scripts['mutation'] ?? '').matchAll(/--package=(\S+)@([\d.]+)/g)].map(([, name, version]) => [name, version]),
  )

  expect(versions).toEqual({
    '@stryker-mutator/core': '10.1.1',
    '@stryker-mutator/vitest-runner': '10.1.1',
    vitest: devDependencies['vitest'],
  })
})
