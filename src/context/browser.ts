import { AppError } from '../errors.ts'

/** Shows an http(s) address in the person's browser. False when there is none: no display, `BROWSER=none`, or the program did not start. */
export async function openBrowser(url: string, env: Readonly<Record<string, string | undefined>>): Promise<boolean> {
  const protocol = URL.parse(url)?.protocol
  if (protocol !== 'https:' && protocol !== 'http:') {
    throw new AppError('usage.invalid', 'Only http and https addresses are opened in the browser.')
  }
  if (env['BROWSER'] === 'none' || !hasDisplay(env)) return false
  const { default: open } = await import('open')
  try {
    await open(url)
    return true
  } catch {
    return false
  }
}

function hasDisplay(env: Readonly<Record<string, string | undefined>>): boolean {
  if (process.platform !== 'linux' || env['WSL_DISTRO_NAME'] !== undefined) return true
  return Boolean(env['DISPLAY']) || Boolean(env['WAYLAND_DISPLAY'])
}
