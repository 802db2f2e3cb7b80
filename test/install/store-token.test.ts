import { expect, it } from 'vitest'

import { AppError } from '../../src/errors.ts'
import { storeToken, type TokenStore } from '../../src/install/store-token.ts'

const TOKEN = 'svcapp_1001_7_canary'

/** A place for tokens that fails as often as told, or keeps nothing. */
function makeStore({ failures = 0, keeps = true } = {}) {
  let kept: string | null = null
  let writes = 0
  const store: TokenStore = {
    stored: async () => kept,
    set: async (_, value) => {
      if (++writes <= failures)
        throw new AppError('storage.broken', 'The place is broken.', { suggestions: ['Mend it.'] })
      if (keeps) kept = value
      return { backend: 'memory', where: 'this test' }
    },
  }
  return { store, kept: () => kept, writes: () => writes }
}

const key = { identity: 'emulator:x', appKey: 'app.a.b', kind: 'token', storeId: 1, regionId: 7 } as const

function keep(store: TokenStore, rescued: string | null = null) {
  const notes: string[] = []
  const tools = { sleep: async () => {}, rescue: async () => rescued, note: (text: string) => void notes.push(text) }
  return { notes, done: storeToken(store, key, TOKEN, tools) }
}

it('P19 stores a token and reads it back', async () => {
  const place = makeStore()

  await keep(place.store).done

  expect([place.kept(), place.writes()]).toEqual([TOKEN, 1])
})

it('P19 tries again when storing fails', async () => {
  const place = makeStore({ failures: 2 })

  await keep(place.store).done

  expect([place.kept(), place.writes()]).toEqual([TOKEN, 3])
})

it('P19 asks for a file when it keeps failing, and says where it is', async () => {
  const place = makeStore({ keeps: false })
  const { done, notes } = keep(place.store, '/home/x/token')

  await done

  expect(notes.join()).toContain('/home/x/token')
  expect(notes.join()).not.toContain(TOKEN)
})

it('P19 TOK-017 EXCH-023 says that only a reinstall helps when the token is lost', async () => {
  const error = await keep(makeStore({ failures: 9 }).store).done.catch((thrown: unknown) => thrown)

  expect(error).toMatchObject({
    code: 'install.not-stored',
    suggestions: [expect.stringContaining('run `app install` again'), 'Mend it.'],
  })
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(TOKEN)
})
