import { expect, it } from 'vitest'

import { helpConfig, helpPage } from './support.ts'

const WIDTH = 80

it('no line of a help page is wider than 80 columns: usage, arguments, flags and examples', async () => {
  const { commandIDs, topics } = await helpConfig()
  const words = [...commandIDs, ...topics.map(({ name }) => name)].map((id) => id.split(':'))
  const pages = await Promise.all([...words, [], ['--all']].map((page) => helpPage(page, WIDTH)))
  const lines = pages.flatMap((page) => page.split('\n'))

  expect(lines.filter((line) => line.startsWith('  $ app ')).length).toBeGreaterThan(400)
  expect(lines.filter((line) => line.length > WIDTH)).toEqual([])
})
