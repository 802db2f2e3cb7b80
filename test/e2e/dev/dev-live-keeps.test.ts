import { describe, expect, it } from 'vitest'

import { findContent } from '../../../src/journal/calls/call-content.ts'
import { listCalls } from '../../../src/journal/calls/calls.ts'
import { openJournal } from '../../../src/journal/journal.ts'
import { statePaths } from '../../../src/project/paths.ts'
import { named, reach } from '../../support/dev/dev-events.ts'
import { exchange, makeLive, secrets, stop, token, walkThrough } from '../support/live.ts'

describe('data that app dev stores and reports about the live platform', () => {
  it.each([
    ['nothing of headers and bodies without --keep-calls', [], false],
    ['headers and bodies with --keep-calls, the token masked', ['--keep-calls'], true],
  ])('stores %s for each call', async (_, flags, isKept) => {
    const { project, platform, way, start } = await makeLive()
    const run = start('--tunnel-url', way.url, ...flags)
    await walkThrough(run)
    await reach(run, 'verified')
    await expect.poll(() => named(run, 'call').filter(({ path }) => path === '/api/apps/v1/context').length).toBe(1)
    await stop(run)

    const { journalDb } = statePaths({ env: {}, dataDir: project.home })
    const journal = openJournal({ path: journalDb, appKey: exchange.app_key })
    const calls = listCalls(journal)
    const contents = calls.map(({ id }) => findContent(journal, id))
    journal.close()

    expect(platform.seen.map(({ target }) => target)).toContain('/api/apps/v1/context')
    expect(calls.map(({ path }) => path)).toContain('/api/apps/v1/context')
    expect(contents.every((content) => (content !== null) === isKept)).toBe(true)
    const kept = contents.find((content) => content?.answer?.body.text?.includes('"demo"'))
    expect(kept !== undefined).toBe(isKept)
    expect(JSON.stringify(contents)).not.toContain(token)
    expect(JSON.stringify(contents)).not.toContain(secrets.SVCAPP_CLIENT_SECRET)
  })

  it('a newly required scope in app.toml is reported, and none of it is sent to the platform', async () => {
    const { project, platform, way, start } = await makeLive()
    const run = start('--tunnel-url', way.url)
    await walkThrough(run)
    await reach(run, 'verified')
    const before = platform.seen.length

    project.replace('required = ["orders.read"]', 'required = ["orders.read", "products.read"]')
    const config = await reach(run, 'config')
    const needed = await reach(run, 'consent-needed')
    await stop(run)

    expect(config).toMatchObject({ changed: ['scopes'], problem: null })
    expect(needed).toMatchObject({ scopes: ['products.read'], storeName: 'Demo' })
    expect(named(run, 'portal').slice(1)).toMatchObject([
      { advice: 'change-then-install', changes: [{ field: 'requested_scopes' }] },
    ])
    expect(platform.seen.slice(before).filter(({ target }) => target !== '/api/apps/v1/context')).toEqual([])
  })
})
