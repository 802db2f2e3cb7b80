import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { bundledPackages, type BundledPackage } from '../../../scripts/third-party/bundled-packages.ts'
import { NOTICES_FILE, noticesText } from '../../../scripts/third-party/notices.ts'
import { packageDir } from '../../support/program.ts'

const root = join(import.meta.dirname, '../../..')

const bundled = JSON.parse(readFileSync(join(packageDir, 'bundled.json'), 'utf8')) as readonly BundledPackage[]

const mit = (copyright: string, quote = '"') =>
  `MIT License\n\n${copyright}\n\nPermission is hereby granted ${quote}as is${quote}.`

function made(name: string, licenseText: string): BundledPackage {
  return { name, version: '1.0.0', license: 'MIT', licenseText, notices: [] }
}

describe('THIRD-PARTY-NOTICES', () => {
  const committed = readFileSync(join(root, NOTICES_FILE), 'utf8')

  it('lists every bundled package with its license, as npm run build writes it', () => {
    const missing = bundled.filter(
      ({ name, version, license }) => !committed.includes(`\n${name} ${version} (${license})\n`),
    )

    expect(bundled.length).toBeGreaterThan(50)
    expect(missing.map(({ name }) => name)).toEqual([])
  })

  it('matches the current output of npm run build', () => {
    expect(committed).toBe(noticesText(bundled))
  })

  it('contains the notices that single files require', () => {
    expect(committed).toContain('/*! chokidar - MIT License')
    expect(committed).toContain('content-type')
  })
})

describe('noticesText', () => {
  it('has identical terms once, with every copyright', () => {
    const text = noticesText([made('a', mit('Copyright (c) 2020 A')), made('b', mit('Copyright (c) 2021 B', "'"))])

    expect(text.match(/Permission is hereby granted/g)).toHaveLength(1)
    expect(text).toContain('a 1.0.0 (MIT)\nCopyright (c) 2020 A\n\nb 1.0.0 (MIT)\nCopyright (c) 2021 B')
  })

  it('keeps different terms apart', () => {
    const text = noticesText([made('a', mit('Copyright (c) 2020 A')), made('b', 'Other terms')])

    expect(text).toContain('b 1.0.0 (MIT)\n\nOther terms')
  })
})

describe('bundledPackages', () => {
  it('finds the package of a module, and no package for our own sources', () => {
    const modules = [join(root, 'node_modules/ms/index.js'), join(root, 'src/main.ts'), '\0node_modules/virtual']

    expect(bundledPackages(modules)).toMatchObject([{ name: 'ms', license: 'MIT' }])
  })
})
