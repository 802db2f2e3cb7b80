/** The documentation as a site: `npm install --no-save vitepress@1 && npx vitepress dev docs`. Its 100 MB of packages are no development dependency. */
const pages = (folder: string, names: string) =>
  names.split(' ').map((name) => ({ text: name.replaceAll('-', ' '), link: `/${folder}/${name}` }))

export default {
  title: 'svcapp',
  description: 'Build, run and test apps for the plugin platform.',
  // Text such as <code> in a sentence is no HTML.
  markdown: { html: false },
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
          'start your-own-app how-an-app-lives webhooks calls panel testing-and-ci review going-live production registrations-and-people coding-agent troubleshooting environment promises',
        ),
      },
      { text: 'Look up', items: [...pages('kit', 'start events write panel tests'), ...pages('reference', 'orders products checks')] },
    ],
  },
}
