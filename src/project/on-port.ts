import type { AppConfig } from './app-config.ts'
import { localAddress } from './registration.ts'

/** The same app on another port: paths are those of app.toml, the address is this machine's, and nothing of another target is known. */
export function onPort(config: AppConfig, port: number): AppConfig {
  const dev = { ...config.dev, port }
  const [first = '', ...others] = config.redirectUris
  const { pathname, search } = new URL(first)
  const redirectUri = `${localAddress({ ...config, dev })}${pathname}${search}`
  const manifest = config.manifest === null ? null : { ...config.manifest, appUrl: null }
  const webhooks = { ...config.webhooks, url: null }
  return { ...config, dev, manifest, webhooks, redirectUris: [redirectUri, ...others], live: null }
}
