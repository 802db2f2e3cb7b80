import { expect, it, onTestFinished, vi } from 'vitest'

import { html } from '../../src/kit/kit.ts'
import { openPanel } from '../../src/testing/kit-testing.ts'
import { startKitApp } from '../kit/support.ts'

it('opens the panel several times in one second, although its tokens are identical', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { platform } = await startKitApp({
    declare: (app) => app.panel('panel', () => html`<p>first</p>`).panel('panel/more', () => html`<p>second</p>`),
  })

  const opened = [await openPanel(platform), await openPanel(platform, '/more'), await openPanel(platform)]

  expect(opened.map(({ status, text }) => [status, /first|second/.exec(text)?.[0]])).toEqual([
    [200, 'first'],
    [200, 'second'],
    [200, 'first'],
  ])
})

it('returns the page that explains why a panel does not open', async () => {
  const { platform } = await startKitApp({
    declare: (app) => app.panel('panel', () => html`<p>panel</p>`),
    isInstalled: false,
  })

  expect(await openPanel(platform)).toMatchObject({ status: 409, text: expect.stringContaining('Incomplete') })
})
