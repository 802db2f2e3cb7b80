/** The only version that is downloaded. A newer one of the user's own is used unchanged. */
export const pinnedVersion = '2026.5.0'

export interface PinnedFile {
  readonly asset: string
  /** SHA-256 of the downloaded file. */
  readonly sha256: string
  /** A gzipped tar that contains the program, or the program itself. */
  readonly isArchive: boolean
}

/**
 * SHA-256 of the release's files, by Node's platform and architecture. For macOS, the release notes
 * list the hash of the program inside the archive; this is the archive's own.
 */
export const pinnedFiles: Readonly<Record<string, PinnedFile>> = {
  'linux-x64': {
    asset: 'cloudflared-linux-amd64',
    sha256: '0095e46fdc88855d801c4d304cb1f5dd4bd656116c47ab94c2ad0ae7cda1c7ec',
    isArchive: false,
  },
  'linux-arm64': {
    asset: 'cloudflared-linux-arm64',
    sha256: '2dc0945345677d27de3ae390a31c3b168866b48766da5f4cfd3fc473ce572303',
    isArchive: false,
  },
  'darwin-x64': {
    asset: 'cloudflared-darwin-amd64.tgz',
    sha256: '7f2c4c8c86e787226804694112682aefacd4cfb98f54508f1a5a841a78bbbef9',
    isArchive: true,
  },
  'darwin-arm64': {
    asset: 'cloudflared-darwin-arm64.tgz',
    sha256: '116ef11a59fc4f31e7f1bcc4378070cd7ca053fa37b4484b1432bb150b358219',
    isArchive: true,
  },
  'win32-x64': {
    asset: 'cloudflared-windows-amd64.exe',
    sha256: 'f141cded099c239171ad2cea6fb5da0fdaa2bd36104c3074d883f9546519eba7',
    isArchive: false,
  },
}

/** URL of the release's files. */
export const releaseUrl = `https://github.com/cloudflare/cloudflared/releases/download/${pinnedVersion}/`
