import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { expect, it } from 'vitest'

import { freePort } from '../../src/http/free-port.ts'

const module = join(import.meta.dirname, '../../src/http/free-port.ts')
const draw = `const { freePort } = await import(${JSON.stringify(module)})
const ports = []
for (let at = 0; at < 20; at++) ports.push(await freePort())
console.log(JSON.stringify(ports))`

it('processes that start together draw different ports, although nothing listens on them yet', async () => {
  const processes = Array.from({ length: 4 }, () =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', draw]),
  )
  const ports = (await Promise.all(processes)).flatMap(({ stdout }) => JSON.parse(stdout) as number[])

  expect(new Set(ports).size).toBe(80)
  expect(Math.max(...ports)).toBeLessThan(32_000)
})

it('a process draws another port each time', async () => {
  expect(await freePort()).not.toBe(await freePort())
})
