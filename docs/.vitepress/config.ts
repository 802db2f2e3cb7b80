import { readFileSync } from 'node:fs'

/** The documentation as a site: `npm install --no-save vitepress@1 && npx vitepress dev docs`. Its 100 MB of packages are no development dependency. */
const pages = (folder: string, names: string) =>
  names.split(' ').map((name) => ({ text: titleOf(`${folder}/${name}`), link: `/${folder}/${name.replace('README', '')}` }))

/** Returns the page's heading up to a colon. */
function titleOf(page: string): string {
  const text = readFileSync(new URL(`../${page}.md`, import.meta.url), 'utf8')
  return (/^# ([^:\n]+)/m.exec(text)?.[1] ?? page).replaceAll('`', '')
}

interface Markdown {
  readonly core: {
    readonly ruler: { before(rule: string, name: string, run: (state: { src: string }) => void): void }
  }
}

export default {
  title: 'svcapp',
  description: 'Build, run and test apps for the plugin platform.',
  markdown: {
    // Text such as <code> in a sentence is no HTML.
    html: false,
    config: (markdown: Markdown) =>
      markdown.core.ruler.before('normalize', 'generated-note', (state) => {
        state.src = state.src.replace(/^<!-- Generated .* -->\n/, '')
      }),
  },
  rewrites: { ':folder/README.md': ':folder/index.md' },
  srcExclude: ['decisions/**', 'architecture.md', 'mutation-tests.md', 'threats.md', 'words.md'],
  // Files outside of docs/ and pages for contributors are in the repository only.
  ignoreDeadLinks: [/\.\.\/\.\.\/|openapi|asyncapi|\/decisions\/|localhost|127\.0\.0\.1/],
  themeConfig: {
    search: { provider: 'local' },
    nav: [
      { text: 'Guides', link: '/guide/start' },
      { text: 'Kit', link: '/kit/' },
      { text: 'Commands', link: '/commands/' },
      { text: 'API', link: '/reference/' },
    ],
    sidebar: [
      {
        text: 'Guides',
        items: pages(
          'guide',
          'start your-own-app how-an-app-lives webhooks calls panel testing-and-ci review going-live production registrations-and-people coding-agent troubleshooting promises',
        ),
      },
      {
        text: 'Kit',
        collapsed: true,
        items: pages(
          'kit',
          'README start events jobs dead-letters write panel slot form single-page-panel tests keys postgres workers existing-apps other-languages upgrade primitives',
        ),
      },
      {
        text: 'Reference',
        items: [
          ...pages('commands', 'README'),
          ...pages('.', 'errors checks rules client testing performance'),
          ...pages('reference', 'README'),
          ...pages('guide', 'environment'),
        ],
      },
    ],
  },
}
