import { expect, it } from 'vitest'

import { changedParts } from '../../../src/dev/watch/changed-parts.ts'
import { parseAppToml } from '../../../src/project/app-toml.ts'

const read = (text: string) => parseAppToml(`key = "app.acme.loyalty"\nname = "Loyalty"\n${text}`, 'app.toml')

it.each([
  ['', '# a comment', []],
  ['', 'install_scope = "store"', ['install_scope']],
  ['', '[scopes]\nrequired = ["orders.read"]', ['scopes']],
  ['', '[dev]\nport = 3001\nwatch = []', ['dev.port', 'dev.watch']],
  ['', '[webhooks]\ntopics = ["order.paid"]', ['webhooks.topics']],
  ['', '[targets.live]\ntunnel = "quick"', ['targets.live']],
  ['[targets.live]\nclient_id = "cli_1"', '[targets.live]\nclient_id = "cli_2"', ['targets.live.client_id']],
])('from %j to %j', (before, after, parts) => {
  expect(changedParts(read(before), read(after))).toEqual(parts)
})
