import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { takeBuiltinsDirectly } from '../../scripts/build/cheap-builtins.ts'
import { removeFacades } from '../../scripts/build/no-facades.ts'
import { lazyRequires, oclifVersion, replacements, stubs } from '../../scripts/build/oclif-lean.ts'

const require = createRequire(import.meta.url)
const packageFile = require.resolve('@oclif/core/package.json')
const lib = join(dirname(packageFile), 'lib')
const oclif = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string; dependencies: Record<string, string> }
const ours = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')) as {
  oclif: { hooks: Record<string, string> }
}

describe('changes to @oclif/core in the bundle', () => {
  it('matches the installed oclif version', () => {
    expect(oclif.version).toBe(oclifVersion)
  })

  it.each(replacements)('finds the text to replace in $file exactly once', ({ file, from }) => {
    const parts = readFileSync(join(lib, file), 'utf8').split(from)

    // Beside its use, cache.js holds the definition of the method; only the call has `this.` before it.
    expect(parts).toHaveLength(2)
  })

  it.each(Object.keys(stubs).filter((name) => name !== 'typescript'))('leaves out %s, an oclif dependency', (name) => {
    expect(oclif.dependencies).toHaveProperty([name])
  })

  it('leaves no oclif module with an eager require at the top', () => {
    const files = globSync('**/*.js', { cwd: lib })
    const eager = files.filter((file) => {
      const lazy = lazyRequires(readFileSync(join(lib, file), 'utf8'))
      // `const name = require('package')`, as oclif writes for packages without types, and re-exports of everything stay as they are.
      return /^const \w+_\d+ = .*require\(/m.test(lazy)
    })

    expect(files.length).toBeGreaterThan(60)
    expect(eager).toEqual([])
  })

  it('makes a require lazy without changing what its names refer to', () => {
    const lazy = lazyRequires(
      'const a_1 = require("./a");\nconst b_1 = __importDefault(require("b"));\nnew a_1.Thing(1);\n(0, a_1.run)(b_1.default.x);\n',
    )

    expect(lazy).toBe(
      'let a_1__; const a_1 = () => (a_1__ ??= require("./a"));\n' +
        'let b_1__; const b_1 = () => (b_1__ ??= __importDefault(require("b")));\n' +
        'new (a_1().Thing)(1);\n(0, a_1().run)(b_1().default.x);\n',
    )
  })

  it('declares no hook that direct dispatch would skip', () => {
    expect(Object.keys(ours.oclif.hooks)).toEqual(['command_not_found'])
  })
})

describe('builtins in the bundle', () => {
  it.each([
    ['import fs from "node:fs";', 'const fs = globalThis.process.getBuiltinModule("node:fs");'],
    ['import * as fs from "node:fs";', 'const fs = globalThis.process.getBuiltinModule("node:fs");'],
    ['import { a, b as c$1 } from "node:fs";', 'const { a, b: c$1 } = globalThis.process.getBuiltinModule("node:fs");'],
    [
      'import fs, { a } from "node:fs/promises";',
      'const fs = globalThis.process.getBuiltinModule("node:fs/promises"); const { a } = globalThis.process.getBuiltinModule("node:fs/promises");',
    ],
    ['import process from "node:process";', 'const process = globalThis.process.getBuiltinModule("node:process");'],
    [
      'import { KeyObject, randomBytes, createHash as createHash$1 } from "node:crypto";',
      'const { KeyObject } = globalThis.process.getBuiltinModule("node:crypto"); ' +
        'const randomBytes = (...args) => globalThis.process.getBuiltinModule("node:crypto").randomBytes(...args); ' +
        'const createHash$1 = (...args) => globalThis.process.getBuiltinModule("node:crypto").createHash(...args);',
    ],
    ['import "node:fs";', 'import "node:fs";'],
    ['import { a } from "./node.js";', 'import { a } from "./node.js";'],
  ])('are imported directly: %s', (before, after) => {
    expect(takeBuiltinsDirectly(before)).toBe(after)
  })
})

describe('re-export files in the bundle', () => {
  it('are left out, and their importers import the names from the original module', () => {
    const chunks = new Map([
      ['main.js', { code: 'const{load:a}=await import(`./chunks/toml-abc.js`)' }],
      ['chunks/x-1.js', { code: 'import("./toml-abc.js").then(b)' }],
      ['chunks/toml-abc.js', { code: 'export{h as load,save}from"./state-1.js";\n' }],
      ['chunks/state-1.js', { code: 'export{h,save}' }],
    ])

    expect(removeFacades(chunks)).toEqual(['chunks/toml-abc.js'])
    expect(chunks.get('main.js')?.code).toBe(
      'const{load:a}=await import(`./chunks/state-1.js`).then(m=>({load:m.h,save:m.save}))',
    )
    expect(chunks.get('chunks/x-1.js')?.code).toBe('import("./state-1.js").then(m=>({load:m.h,save:m.save})).then(b)')
  })
})
