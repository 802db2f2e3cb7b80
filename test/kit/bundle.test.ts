import { join } from 'node:path'

import { rolldown } from 'rolldown'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')

it('reaches no module of Node in what every runtime loads, and is small', async () => {
  const bundle = await rolldown({
    input: join(root, 'src/kit/kit.ts'),
    cwd: root,
    platform: 'neutral',
    external: [/^node:/],
    logLevel: 'silent',
  })
  const { output } = await bundle.generate({ format: 'esm', minify: true, comments: false })
  await bundle.close()
  const chunks = output.filter((file) => file.type === 'chunk')

  expect(chunks.flatMap(({ imports, dynamicImports }) => [...imports, ...dynamicImports])).toEqual([])
  expect(chunks.map(({ code }) => /\bBuffer\b|zod/.exec(code)?.[0])).toEqual([undefined])
  expect(chunks.reduce((sum, { code }) => sum + code.length, 0)).toBeLessThan(135_000)
})
