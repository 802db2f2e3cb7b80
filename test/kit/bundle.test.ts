import { join } from 'node:path'

import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

import { leanCodes } from '../../scripts/build/lean-codes.ts'

const root = join(import.meta.dirname, '../..')

async function bundle(input: string) {
  const built = await rolldown({
    input: join(root, input),
    cwd: root,
    platform: 'neutral',
    external: [/^node:/],
    plugins: [leanCodes()],
    logLevel: 'silent',
  })
  const { output } = await built.generate({ format: 'esm', minify: true, comments: false })
  await built.close()
  return output.filter((file) => file.type === 'chunk')
}

it.each(['src/kit/kit.ts', 'src/kit/d1.ts', 'src/kit/protocol.ts'])('imports no Node module from %s', async (input) => {
  const chunks = await bundle(input)

  expect(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])).toEqual([])
  expect(chunks.map(({ code }) => /\bBuffer\b|zod/.exec(code)?.[0])).toEqual([undefined])
})

it('stays below the size limit of a worker', async () => {
  const chunks = await bundle('test/kit/d1/sample-worker.ts')

  expect(chunks.reduce((sum, { code }) => sum + code.length, 0)).toBeLessThan(116_000)
})
