import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { describe, expect, it, onTestFinished } from 'vitest'

import type { DevEvent } from '../../../src/dev/events/dev-event.ts'
import { announceChange, announceFields } from '../../../src/dev/live/announce.ts'
import { portalChanges, portalFields, readAnnounced, type PortalFields } from '../../../src/dev/live/portal-fields.ts'
import type { Stage } from '../../../src/dev/stage.ts'
import { parseAppToml } from '../../../src/project/app-toml.ts'
import { statePaths } from '../../../src/project/paths.ts'

const identity = 'https://api.example'
const config = (more = '') => parseAppToml(`key = "app.acme.loyalty"\nname = "Loyalty"\n${more}`, 'app.toml')

const fields: PortalFields = {
  webhook_url: 'https://a.example/webhooks',
  'redirect_uris[0]': 'https://a.example/auth/callback',
  appUrl: 'https://a.example',
}
const moved: PortalFields = { ...fields, webhook_url: 'https://b.example/webhooks' }

/** A stage with its own state folder; the answers are given in turn, null for nobody to ask. */
function makeStage(answers: boolean[] | null) {
  const home = mkdtempSync(join(tmpdir(), 'svcapp-announce-'))
  onTestFinished(() => rmSync(home, { recursive: true, force: true }))
  const paths = statePaths({ env: { SVCAPP_HOME: home }, dataDir: home })
  const events: DevEvent[] = []
  const asked: string[] = []
  const ask = {
    confirm: async ({ message }: { message: string }) => {
      asked.push(message)
      return answers?.shift() ?? false
    },
  }
  // As much of a stage as these functions look at.
  const stage = {
    tools: { paths, trust: { isInteractive: answers !== null, ask, isAgreed: false } },
    options: { project: { config: config() } },
    emit: (event: DevEvent) => events.push(event),
  } as unknown as Stage
  const place = { paths, identity, appKey: 'app.acme.loyalty' }
  return { stage, events, asked, known: () => readAnnounced(place), home }
}

describe('the fields of the console', () => {
  it('move what is on this machine to the public origin, letter by letter', () => {
    const toml = `redirect_uris = ["http://127.0.0.1:3000/auth/callback?x=1"]\n[webhooks]\npath = "/hooks"\n[manifest]\n`

    expect(portalFields(config(toml), 'https://a.example')).toEqual({
      webhook_url: 'https://a.example/hooks',
      'redirect_uris[0]': 'https://a.example/auth/callback?x=1',
      appUrl: 'https://a.example',
    })
    expect(
      portalFields(config('[manifest]\napp_url = "http://localhost:3000/panel/"\n'), 'https://a.example').appUrl,
    ).toBe('https://a.example/panel/')
  })

  it('leave what app.toml puts elsewhere, and an app without pages has no appUrl', () => {
    const toml = `redirect_uris = ["https://app.example/cb", "http://127.0.0.1:3000/x"]\n`

    expect(portalFields(config(toml), 'https://a.example')).toMatchObject({
      'redirect_uris[0]': 'https://app.example/cb',
      appUrl: null,
    })
    expect(portalFields(config('[manifest]\napp_url = "https://app.example/p"\n'), 'https://a.example').appUrl).toBe(
      'https://app.example/p',
    )
  })

  it('differ from last time field by field', () => {
    expect(portalChanges(fields, null).map(({ field }) => field)).toEqual(['webhook_url', 'redirect_uris[0]', 'appUrl'])
    expect(portalChanges(moved, fields)).toEqual([
      { field: 'webhook_url', value: moved.webhook_url, before: fields.webhook_url },
    ])
    expect(portalChanges(fields, fields)).toEqual([])
    expect(portalChanges({ ...fields, appUrl: null }, fields)).toEqual([])
  })
})

describe('announcing them', () => {
  it('asks a person whether the app is published, waits for the change, and remembers it for this user alone', async () => {
    const { stage, events, asked, known, home } = makeStage([false, true])

    const isPublished = await announceFields(stage, { identity, fields, published: undefined })
    const again = await announceFields(stage, { identity, fields, published: undefined })

    expect([isPublished, again]).toEqual([false, false])
    expect(asked).toEqual(['Is this app published on the platform?', 'Changed and saved in the console?'])
    expect(events.map((event) => 'advice' in event && event.advice)).toEqual(['change', 'none'])
    expect(events[0]).toMatchObject({ assumed: null })
    expect(known()).toEqual(fields)
    expect(statSync(join(home, 'dev')).mode & 0o777).toBe(0o700)
  })

  it('stops when the person did not change it, and announces it again next time', async () => {
    const { stage, known } = makeStage([false, false])

    await expect(announceFields(stage, { identity, fields, published: undefined })).rejects.toMatchObject({
      code: 'cli.interrupted',
    })
    expect(known()).toBeNull()
  })

  it('goes on without a person, and says what it takes for granted', async () => {
    const { stage, events, asked, known } = makeStage(null)

    await announceFields(stage, { identity, fields, published: undefined })

    expect(asked).toEqual([])
    expect(events).toEqual([
      expect.objectContaining({ advice: 'change', assumed: expect.stringContaining('not published') as string }),
    ])
    expect(known()).toEqual(fields)
  })

  it.each([
    ['a person says that the console shows these already', [true], true, null],
    ['a person says that it does not', [false], true, 'dev.published'],
    ['a person says that the app is published, and that it does not', [true, false], undefined, 'dev.published'],
    ['nobody can be asked', null, true, 'dev.published'],
  ])('A17 APP-026 of a published app nothing is to be changed: %s', async (_, answers, published, code) => {
    const { stage, events, known } = makeStage(answers)

    const outcome = await announceFields(stage, { identity, fields, published }).catch((error: unknown) => error)

    expect(events.map((event) => 'advice' in event && event.advice)).toEqual(['compare'])
    if (code === null) expect([outcome, known()]).toEqual([true, fields])
    else
      expect([outcome, known()]).toEqual([
        expect.objectContaining({ code, details: { fields: ['webhook_url', 'redirect_uris[0]', 'appUrl'] } }),
        null,
      ])
  })

  it('a changed address is announced while everything runs, but never for a published app', async () => {
    const { stage, events, known } = makeStage(null)
    await announceFields(stage, { identity, fields, published: false })

    announceChange(stage, { identity, fields: moved, published: false })
    announceChange(stage, { identity, fields: moved, published: false })
    announceChange(stage, { identity, fields, published: true })

    expect(events.slice(1)).toEqual([
      {
        event: 'portal',
        advice: 'change',
        changes: [{ field: 'webhook_url', value: moved.webhook_url, before: fields.webhook_url }],
        assumed: expect.stringContaining('old address') as string,
      },
      { event: 'notice', text: expect.stringContaining('published app') as string },
    ])
    expect(known()).toEqual(moved)
  })

  it.each(['', '[]', '{"webhook_url":1}', 'null'])('a memory that holds %j counts as empty', (text) => {
    const { stage, known, home } = makeStage(null)
    announceChange(stage, { identity, fields, published: false })
    const folder = join(home, 'dev')
    for (const name of readdirSync(folder)) writeFileSync(join(folder, name), text)

    expect(known()).toBeNull()
  })
})
