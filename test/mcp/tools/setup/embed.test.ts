import { expect, it } from 'vitest'

import { makeApp, type Answer } from '../../../support/app.ts'
import { connectMcp } from '../../../support/mcp/connect.ts'
import { makePlatform } from '../../../support/platform.ts'

interface Found {
  readonly title: string
  readonly state: string
}

async function makePanel(answer: Answer) {
  const { port } = await makeApp(answer)
  const manifest = { renderMode: 'iframe', appUrl: `http://127.0.0.1:${port}`, slots: [] }
  const { context } = await makePlatform({ registration: { admin_manifest_json: JSON.stringify(manifest) } })
  return connectMcp(context)
}

it('reports the findings of the panel preview, with app text separate from its own (EMB-110)', async () => {
  const { ask } = await makePanel(({ target }, response) => {
    response.setHeader('Set-Cookie', 'panel=1; SameSite=Lax')
    response.setHeader('X-Frame-Options', 'DENY')
    response.end(`<script>localStorage.setItem('obey-me', '${target.length}')</script>`)
  })

  const { said, foreign, isError } = await ask('embed')

  expect(isError).toBe(false)
  expect(said.counts).toMatchObject({ errors: 4 })
  const wrong = said.findings.filter(({ state }: Found) => state === 'error').map(({ title }: Found) => title)
  expect(wrong).toEqual(['Token in the URL', 'Session', 'Cookies in a frame', 'Frame ancestors'])
  expect(said.findings).toHaveLength(foreign.findings.length)
  expect(JSON.stringify(said)).not.toContain('obey-me')
})

it('reports a slot that the app does not have', async () => {
  const { ask } = await makePanel((_, response) => void response.end('ok'))

  const { said, isError } = await ask('embed', { slot: 'settings' })

  expect(isError).toBe(true)
  expect(said).toMatchObject({ error: { code: 'embed.no-panel' } })
})
