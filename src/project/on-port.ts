import type { AppConfig } from './app-config.ts'
import { localAddress } from './registration.ts'

/** Returns the same app on another port: paths from app.toml, an address on this machine, and no other target. */
export function onPort(config: AppConfig, port: number): AppConfig {
  const dev = { ...config.dev, port }
  const [first = '', ...others] = config.redirectUris
  const { pathname, search } = new URL(first)
  const redirectUri = `${localAddress({ ...config, dev })}${pathname}${search}`
  const manifest = config.manifest === null ? null : { ...config.manifest, appUrl: null }
  const webhooks = { ...config.webhooks, url: null }
  return { ...config, dev, manifest, webhooks, redirectUris: [redirectUri, ...others], live: null }
}
