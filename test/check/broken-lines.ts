/** A broken line of a correct app. */
export interface BrokenLine {
  /** What the app does wrong with it. */
  readonly says: string
  /** The area whose checks must find it. */
  readonly area: string
  /** The correct line, which occurs once in the sources of the kit and of a new app. */
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
    before: 'core.signedBy.webhook({ headers: Object.fromEntries(request.headers), body })',
    after:
      'core.signedBy.webhook({ headers: Object.fromEntries(request.headers), body: new TextEncoder().encode(new TextDecoder().decode(body)) })',
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
    before: 'if (event === null || String(event.storeId) !== verdict.storeId) {',
    after: 'if (event === null || !core.declared.topics.has(topic)) {',
  },
  'stores-late': {
    says: 'Answers first, and stores the event a moment later',
    area: 'answer',
    before: 'const outcome = await accept(core, { event, topic, trace: traceOf(request.headers) })',
    after:
      "const outcome = 'accepted'; setTimeout(() => accept(core, { event, topic, trace: undefined }).catch(() => {}), 300)",
  },
  'gives-up': {
    says: 'Forgets an event whose work failed once',
    area: 'answer',
    before: 'await requeue(tools, leased, { attempts: attempts + 1, inMs: waitMs(attempts, tools.random) })',
    after: 'await remove(tools, leased)',
  },
  'no-ids': {
    says: 'Takes each delivery for a new event',
    area: 'once',
    before: 'const { eventId, storeId, regionId = null, data } = body',
    after: 'const { storeId, regionId = null, data } = body; const eventId = String(Math.random())',
  },
  'refused-repeats': {
    says: 'Fails over every repeat',
    area: 'once',
    before: "if (!isNew) return 'repeated'",
    after: "if (!isNew) throw new Error('known already')",
  },
  'leases-outlive': {
    says: 'Leaves jobs of a killed process to their lease',
    area: 'once',
    before: 'await write(sql`UPDATE OR IGNORE svcapp_jobs SET leased_until = 0 WHERE leased_until > 0`)',
    after: '',
  },
  'memory-jobs': {
    says: 'Begins with an empty queue',
    area: 'answer',
    before: 'await write(sql`UPDATE OR IGNORE svcapp_jobs SET leased_until = 0 WHERE leased_until > 0`)',
    after: 'await write(sql`DELETE FROM svcapp_jobs`)',
  },
  'any-browser': {
    says: 'Takes a state that another browser began with',
    area: 'install',
    before: 'cookieOf(request, cookieName(nonce)) === nonce &&',
    after: '',
  },
  'state-again': {
    says: 'Takes a state twice',
    area: 'install',
    before: "(!isUsedUp || (await useOnce(core.database, { kind: 'state', value: nonce, expiresAt })))",
    after: 'true',
  },
  'first-token': {
    says: 'Keeps the first token of a store',
    area: 'install',
    before: 'token = excluded.token, installed_at',
    after: 'installed_at',
  },
  'one-store': {
    says: 'Keeps the install of the last store alone',
    area: 'install',
    before: 'WHERE store_id = ${storeId} AND removed_at IS NULL ORDER BY installed_at DESC`)',
    after:
      'WHERE store_id = ${storeId} AND removed_at IS NULL AND installed_at = (SELECT max(installed_at) FROM svcapp_installs)`)',
  },
  stays: {
    says: 'Does nothing when it is uninstalled',
    area: 'lifecycle',
    before: "(declared.topics.has(topic) || topic === 'app.uninstalled')",
    after: 'declared.topics.has(topic)',
  },
  'newest-leaves': {
    says: 'Takes the newest install of a store for the one that is meant',
    area: 'lifecycle',
    before: 'return all.find((one) => one.regionId === regionId) ??',
    after: 'return all[0] ??',
  },
  'plain-tokens': {
    says: 'Writes tokens to the disk as they are',
    area: 'secrets',
    before: '.${encodeBase64url(new Uint8Array(sealed))}`',
    after: '.${encodeBase64url(new Uint8Array(sealed))}.${text}`',
  },
  'logs-token': {
    says: 'Logs the token of an install',
    area: 'secrets',
    before: "log('installed', { storeId, regionId })",
    after: 'console.log(answer.accessToken)',
  },
  'any-panel-token': {
    says: 'Opens the panel whatever the signature is',
    area: 'embed',
    before: "if (!isSigned) return reject('embed_token_bad_signature')",
    after: '',
  },
  'other-apps': {
    says: "Opens the panel with another app's token",
    area: 'embed',
    before: "if (payload.AppKey?.toLowerCase() !== appKey.toLowerCase()) return reject('embed_token_other_app')",
    after: '',
  },
  'old-panel-tokens': {
    says: 'Opens the panel with a token of yesterday',
    area: 'embed',
    before: "if (!(seconds - payload.Exp <= EMBED_SKEW_SECONDS)) return reject('embed_token_expired')",
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
    before: 'SameSite=None; Partitioned`',
    after: 'SameSite=Strict`',
  },
  'any-session': {
    says: 'Takes sessions that nobody signed',
    area: 'session',
    before: 'if (!(await isSigned(keys, given, `${LABELS[by]}\\n${payload}`))) return null',
    after: '',
  },
  'framed-by-all': {
    says: 'Lets everybody frame the panel',
    area: 'frame',
    before: "frame-ancestors ${isFramed ? framers.join(' ') : \"'none'\"}",
    after: 'frame-ancestors *',
  },
  'framed-by-none': {
    says: 'Lets nobody frame the panel',
    area: 'frame',
    before: "frame-ancestors ${isFramed ? framers.join(' ') : \"'none'\"}",
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
    before: ".slot('slots/order', orderSlot)",
    after: ".slot('slots/orders', orderSlot)",
  },
  'hot-loop': {
    says: 'Tries again at once, again and again',
    area: 'api',
    before: 'return Math.round(seconds * 1000 * (0.5 + random() / 2))',
    after: 'return 1',
  },
  'no-pin': {
    says: 'Names no region with a store-wide token',
    area: 'api',
    shape: 'store',
    before: 'region === null ? undefined : String(region)),',
    after: 'undefined),',
  },
  'zero-sums': {
    says: 'Counts paid orders with an amount of zero',
    area: 'money',
    before: '${String(grandTotal)})`',
    after: "${'0'})`",
  },
  'float-sums': {
    says: 'Adds amounts as floats',
    area: 'money',
    before: 'return decimalText(scaled(a, places) + scaled(b, places), places)',
    after: 'return String(Number(a) + Number(b))',
  },
  'raw-text': {
    says: 'Takes text for markup',
    area: 'web',
    before: 'return escapeHtml(String(value))',
    after: 'return String(value)',
  },
}
