import { expect, it } from 'vitest'

import { readBody } from '../../../src/kit/http/read-body.ts'

it('rejects a request whose body a parser has already read', async () => {
  const request = new Request('http://127.0.0.1/webhooks', { method: 'POST', body: '{}' })
  await request.json()

  await expect(readBody(request, 1024)).rejects.toMatchObject({ code: 'kit.body-consumed' })
})
