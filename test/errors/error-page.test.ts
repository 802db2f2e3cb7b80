import { join } from 'node:path'

import { expect, it } from 'vitest'

import { describeFailure, failureDocument, failureText } from '../../src/cli/failure.ts'
import { AppError } from '../../src/errors.ts'
import { errorCodes } from '../../src/errors/codes.ts'
import { errorPage, errorPages } from '../../src/errors/error-page.ts'
import { readDocs } from '../../src/tasks/docs.ts'
import { style } from '../../src/terminal/style.ts'

it('has only pages of the package, each for an existing area of codes', () => {
  const pages = new Set(readDocs(join(import.meta.dirname, '../..')).map(({ page }) => page))
  const codes = Object.keys(errorCodes)
  const unknown = Object.entries(errorPages).filter(
    ([area, page]) => !pages.has(page) || !codes.some((code) => code.startsWith(`${area}.`)),
  )

  expect(unknown).toEqual([])
})

it('has no page for other areas', () => {
  expect(['webhook.rejected', 'api.error', 'constructor.x'].map(errorPage)).toEqual([
    'app docs kit/events',
    undefined,
    undefined,
  ])
})

it.each([
  ['embed.no-panel', 'app docs guide/panel'],
  ['api.error', undefined],
] as const)('shows the docs page of an error in JSON and in text: %s', (code, page) => {
  const failure = describeFailure(new AppError(code, 'It failed.'), { env: {}, isInterrupted: false })
  const { error } = failureDocument(failure)

  expect([error.docs, error.page]).toEqual([`app explain ${code}`, page])
  expect(failureText(failure, style(false)).split('\n').slice(1, 3)).toEqual([
    `Code: ${code}`,
    ...(page === undefined ? [] : [`Docs: ${page}`]),
  ])
})
