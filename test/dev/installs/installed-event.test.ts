import { expect, it } from 'vitest'

import { wantedScope } from '../../../src/dev/installs/installed-event.ts'

it('shows the install_scope of app.toml only if the install has the other one', () => {
  expect(wantedScope({ installScope: 'region' }, { installScope: 'store' })).toEqual({ wantedScope: 'store' })
  expect(wantedScope({ installScope: 'store' }, { installScope: 'store' })).toEqual({})
})
