import { expect, it } from 'vitest'

import { pageLinks } from '../../../src/control/pages/page-links.ts'
import { makeContext } from '../../support/context.ts'

it('without a running emulator there are no links', () => {
  expect(pageLinks(makeContext().paths, 'demo')).toBeNull()
})
