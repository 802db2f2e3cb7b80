import { usableExchange, type TokenExchangeAnswer } from '../catalog/oauth.ts'
import { badAnswer, checkAnswer } from '../client/check-answer.ts'
import { escapeCell } from '../text/escape.ts'

const facts = {
  what: "The platform's response to the code exchange",
  suggestions: ['Run `app install` again. The code has been used, and the response was not stored.'],
}

/**
 * Reads the exchange response and validates it before any of it is stored: the shape, the install scope against the region, and the app.
 * Undocumented fields are left out. Raises `api.bad-response`, without the token; text that is not JSON raises what `JSON.parse` does.
 */
export function readExchangeAnswer(body: Uint8Array, appKey: string): TokenExchangeAnswer {
  const answer = checkAnswer(usableExchange, JSON.parse(Buffer.from(body).toString('utf8')), facts)
  const { access_token, app_key, store_id, region_id: regionId = null, install_scope: scope } = answer
  if (app_key.toLowerCase() !== appKey.toLowerCase()) {
    throw badAnswer(facts, `is for ${escapeCell(app_key).slice(0, 100)}, not ${appKey}`)
  }
  if ((scope === 'region') !== (regionId !== null)) {
    throw badAnswer(facts, `is inconsistent: install_scope ${scope}, region_id ${regionId ?? 'null'}`)
  }
  return {
    success: true,
    token_type: 'Bearer',
    access_token,
    app_key,
    store_id,
    region_id: regionId,
    install_scope: scope,
    scopes: answer.scopes ?? [],
    regions: answer.regions?.map(({ id, code, currency, domain = null }) => ({ id, code, currency, domain })) ?? null,
    store_name: answer.store_name ?? '',
    store_domain: answer.store_domain ?? '',
  }
}
