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

it('stores a token and reads it back (P19)', async () => {
  const place = makeStore()

  await keep(place.store).done

  expect([place.kept(), place.writes()]).toEqual([TOKEN, 1])
})

it('retries if storing fails (P19)', async () => {
  const place = makeStore({ failures: 2 })

  await keep(place.store).done

  expect([place.kept(), place.writes()]).toEqual([TOKEN, 3])
})

it('suggests a file if storing keeps failing, and shows its path (P19)', async () => {
  const place = makeStore({ keeps: false })
  const { done, notes } = keep(place.store, '/home/x/token')

  await done

  expect(notes.join()).toContain('/home/x/token')
  expect(notes.join()).not.toContain(TOKEN)
})

it('reports that only a reinstall helps if the token is lost (P19 TOK-017 EXCH-023)', async () => {
  const error = await keep(makeStore({ failures: 9 }).store).done.catch((thrown: unknown) => thrown)

  expect(error).toMatchObject({
    code: 'install.not-stored',
    suggestions: [expect.stringContaining('run `app install` again'), 'Mend it.'],
  })
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain(TOKEN)
})
