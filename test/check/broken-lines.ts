/** A broken line of a correct app. */
export interface BrokenLine {
  /** What the app does wrong with it. */
  readonly says: string
  /** The area whose checks must find it. */
  readonly area: string
  /** The correct line, which occurs once in the sources of the template `node`. */
  readonly before: string
  readonly after: string
  /** `region` when left out. */
  readonly shape?: 'store'
}

export const brokenLines: Readonly<Record<string, BrokenLine>> = {
  'any-signature': {
    says: 'Takes deliveries whatever their signature is',
    area: 'signature',
    before: "if (!isSigned) return { ok: false, reason: 'signature-mismatch' }",
    after: '',
  },
  'wide-window': {
    says: 'Takes deliveries of an hour ago',
    area: 'signature',
    before: 'WEBHOOK_WINDOW_SECONDS = 300',
    after: 'WEBHOOK_WINDOW_SECONDS = 3600',
  },
  'narrow-window': {
    says: 'Takes deliveries of the last minute only',
    area: 'signature',
    before: 'WEBHOOK_WINDOW_SECONDS = 300',
    after: 'WEBHOOK_WINDOW_SECONDS = 60',
  },
  'decoded-body': {
    says: 'Verifies the decoded text of a body',
    area: 'signature',
    before: 'verifyWebhook({ key: tools.keys.platform, headers, body, now: tools.now() })',
    after:
      'verifyWebhook({ key: tools.keys.platform, headers, body: Buffer.from(new TextDecoder().decode(body)), now: tools.now() })',
  },
  'unsigned-topic': {
    says: 'Leaves the topic out of what is signed',
    area: 'signature',
    before: 'return `${facts.topic}\\n${facts.storeId}\\n${facts.timestamp}\\n`',
    after: 'return `order.paid\\n${facts.storeId}\\n${facts.timestamp}\\n`',
  },
  'small-bodies': {
    says: 'Reads bodies of up to 32 KB',
    area: 'answer',
    before: 'const MAX_BYTES = 1024 * 1024',
    after: 'const MAX_BYTES = 32 * 1024',
  },
  'known-topics': {
    says: 'Refuses topics that it does nothing about',
    area: 'answer',
    before: "return { ...envelope, topic: topic === 'app.uninstalled' ? topic : 'other' }",
    after: "return topic === 'app.uninstalled' ? { ...envelope, topic } : null",
  },
  'stores-late': {
    says: 'Answers first, and stores the event a moment later',
    area: 'answer',
    before: 'const outcome = await inTrace(traceOf(c.req.raw.headers), () => takeEvent(tools, event, verdict.topic))',
    after: "const outcome = 'taken'; setTimeout(() => takeEvent(tools, event, verdict.topic).catch(() => {}), 300)",
  },
  'gives-up': {
    says: 'Forgets an event whose work failed once',
    area: 'answer',
    before: "'UPDATE jobs SET attempts = attempts + 1, due_at = $1, leased_until = 0 WHERE id = $2'",
    after: "'DELETE FROM jobs WHERE $1 = $1 AND id = $2'",
  },
  'no-ids': {
    says: 'Takes each delivery for a new event',
    area: 'once',
    before: 'const { eventId, storeId, regionId = null, data } = fieldsOf(parse(body))',
    after: 'const { storeId, regionId = null, data } = fieldsOf(parse(body)); const eventId = String(Math.random())',
  },
  'refused-repeats': {
    says: 'Fails over every repeat',
    area: 'once',
    before: "if (changes === 0) return 'repeated'",
    after: "if (changes === 0) throw new Error('known already')",
  },
  'leases-outlive': {
    says: 'Leaves jobs of a killed process to their lease',
    area: 'once',
    before: "await db.sql('UPDATE jobs SET leased_until = 0 WHERE leased_until > 0')",
    after: '',
  },
  'memory-jobs': {
    says: 'Begins with an empty queue',
    area: 'answer',
    before: "await db.sql('UPDATE jobs SET leased_until = 0 WHERE leased_until > 0')",
    after: "await db.sql('DELETE FROM jobs')",
  },
  'any-browser': {
    says: 'Takes a state that another browser began with',
    area: 'install',
    before: 'const isOurs = (nonce: string) => getCookie(c, cookieOf(nonce)) === nonce',
    after: 'const isOurs = () => true',
  },
  'state-again': {
    says: 'Takes a state twice',
    area: 'install',
    before: 'if (!isUsedUp) return null',
    after: 'return null',
  },
  'first-token': {
    says: 'Keeps the first token of a store',
    area: 'install',
    before: 'store_domain = excluded.store_domain, token = excluded.token,',
    after: 'store_domain = excluded.store_domain,',
  },
  'one-store': {
    says: 'Keeps the install of the last store alone',
    area: 'install',
    before: 'await db.transaction((sql) =>',
    after: "await db.sql('DELETE FROM installs'); await db.transaction((sql) =>",
  },
  stays: {
    says: 'Does nothing when it is uninstalled',
    area: 'lifecycle',
    before: "'app.uninstalled': appUninstalled,",
    after: '',
  },
  'newest-leaves': {
    says: 'Takes the newest install of a store for the one that is meant',
    area: 'lifecycle',
    before: 'ofStore.find((install) => install.regionId === regionId) ??',
    after: 'ofStore[0] ??',
  },
  'plain-tokens': {
    says: 'Writes tokens to the disk as they are',
    area: 'secrets',
    before: "return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')",
    after: "return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url') + '.' + token",
  },
  'logs-token': {
    says: 'Logs the token of an install',
    area: 'secrets',
    before: "tools.log('installed', { storeId: answer.store_id, regionId: answer.region_id })",
    after: "tools.log('installed', { storeId: answer.store_id, token: answer.access_token })",
  },
  'any-panel-token': {
    says: 'Opens the panel whatever the signature is',
    area: 'embed',
    before: "if (!isSigned) return refuse('embed_token_bad_signature')",
    after: '',
  },
  'other-apps': {
    says: "Opens the panel with another app's token",
    area: 'embed',
    before: "if (payload.AppKey?.toLowerCase() !== appKey.toLowerCase()) return refuse('embed_token_other_app')",
    after: '',
  },
  'old-panel-tokens': {
    says: 'Opens the panel with a token of yesterday',
    area: 'embed',
    before: "if (!(seconds - payload.Exp <= EMBED_SKEW_SECONDS)) return refuse('embed_token_expired')",
    after: '',
  },
  'region-of-token': {
    says: 'Opens the panel of another region',
    area: 'embed',
    before: 'return install.regionId !== null && String(install.regionId) === String(regionId)',
    after: 'return true',
  },
  'lax-cookie': {
    says: 'Sets a cookie that no frame of another site sends',
    area: 'session',
    before: "sameSite: 'None',",
    after: "sameSite: 'Strict',",
  },
  'any-session': {
    says: 'Takes sessions that nobody signed',
    area: 'session',
    before: 'if (more.length > 0 || !keys.some((key) => isSignedBy(key, payload, signature))) return null',
    after: '',
  },
  'framed-by-all': {
    says: 'Lets everybody frame the panel',
    area: 'frame',
    before: 'frame-ancestors ${isFramed ? admin : "\'none\'"}',
    after: "frame-ancestors ${isFramed ? '*' : \"'none'\"}",
  },
  'framed-by-none': {
    says: 'Lets nobody frame the panel',
    area: 'frame',
    before: 'frame-ancestors ${isFramed ? admin : "\'none\'"}',
    after: "frame-ancestors 'none'",
  },
  'any-sender': {
    says: 'Hears messages of anybody',
    area: 'bridge',
    before: "if (source !== parent || origin !== admin || data?.type !== 'service:init') return",
    after: "if (data?.type !== 'service:init') return",
  },
  'slot-away': {
    says: 'Has no page where app.toml says that a slot is',
    area: 'manifest',
    before: ".get('/slots/order', (c)",
    after: ".get('/slots/orders', (c)",
  },
  'hot-loop': {
    says: 'Tries again at once, again and again',
    area: 'api',
    before: 'return Math.round(seconds * 1000 * (0.5 + Math.random() / 2))',
    after: 'return 1',
  },
  'no-pin': {
    says: 'Names no region with a store-wide token',
    area: 'api',
    shape: 'store',
    before: 'const pin = install.regionId === null ? (regionId ?? install.regions[0]?.id ?? null) : null',
    after: 'const pin = null',
  },
  'zero-sums': {
    says: 'Counts paid orders with an amount of zero',
    area: 'money',
    before: 'regionId: regionId ?? access.pin ?? 0 }, order)',
    after: "regionId: regionId ?? access.pin ?? 0 }, { ...order, grandTotal: '0' })",
  },
  'float-sums': {
    says: 'Adds amounts as floats',
    area: 'money',
    before: 'add_decimals(paid_totals.total, excluded.total)',
    after: '(paid_totals.total + excluded.total)',
  },
  'raw-title': {
    says: 'Takes the name of a store for markup',
    area: 'web',
    before: '<h1>${title}</h1>',
    after: '<h1>${raw(title)}</h1>',
  },
}
