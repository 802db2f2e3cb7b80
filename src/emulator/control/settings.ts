import type { Hono } from 'hono'

import type { SettingsAnswer } from '../../control/setting.ts'
import { jsonAnswer } from '../pages/page.ts'
import type { World } from '../world.ts'
import { settingFacts } from '../world/setting-facts.ts'
import { readBody } from './answers.ts'
import type { ControlTools } from './control-tools.ts'

/** The switches of the emulator. */
export function addSettingRoutes(app: Hono, { world }: ControlTools): void {
  app.get('/settings', () => jsonAnswer(answerOf(world)))
  app.put('/settings', async (c) => {
    // changeSettings checks each name and value.
    world.changeSettings(await readBody(c))
    return jsonAnswer(answerOf(world))
  })
  app.delete('/settings', () => {
    world.resetSettings()
    return jsonAnswer(answerOf(world))
  })
  app.delete('/settings/:name', (c) => {
    world.resetSettings(c.req.param('name'))
    return jsonAnswer(answerOf(world))
  })
}

function answerOf({ settings }: World): SettingsAnswer {
  const values: Readonly<Record<string, unknown>> = { ...settings() }
  const list = Object.entries(settingFacts).map(([name, { initial, values: allowed, about, assumption }]) => ({
    name,
    value: values[name],
    default: initial,
    values: allowed,
    about,
    assumption,
  }))
  return { settings: values, list }
}
