import type { Explained } from '../explanation.ts'

export const upgrade: Explained<'upgrade'> = {
  'upgrade.base-unknown': {
    causes: ['The folder .svcapp is not in git, so a clone does not have it.', 'The app was not made by `app init`.'],
    check: ['`git log --oneline -- .svcapp`'],
    fix: [
      'Bring the folder back: `git checkout <commit> -- .svcapp`',
      'Create the app again with the version that created it, and name that folder: `app upgrade --base ../fresh-app`',
    ],
  },
  'upgrade.behind': {
    causes: ['This version of the tool brings a newer template.'],
    check: ['`app upgrade --dry-run`'],
    fix: ['`app upgrade`'],
  },
  'upgrade.conflicts': {
    causes: [
      'You and the template changed the same lines.',
      'You changed a file that the template no longer has.',
      'A file of yours imports one that the template moved.',
      'You and the template gave a key of package.json different values.',
    ],
    check: ['`git diff`, and look for <<<<<<< in the files that were named.'],
    fix: [
      'Choose by hand between the marks, then `npm install`, `npm test` and `app check`.',
      'Nothing is lost: `git restore . && git clean -d --force` brings back the app as it was.',
    ],
  },
  'upgrade.no-git': {
    causes: ['There is no git in PATH.', 'The disk is full, or the temporary folder may not be written.'],
    fix: ['Install git, which does the merge.'],
  },
  'upgrade.not-committed': {
    causes: [
      'Files are changed or new since the last commit.',
      'The app is in no Git repository.',
      'The repository configures a filter program, which is not run.',
    ],
    check: ['`git status`', '`git config --show-origin --get-regexp "^filter"`'],
    fix: ['`git add --all && git commit --message "Before the upgrade"`', '`git stash --include-untracked`'],
  },
  'upgrade.tool-older': {
    causes: ['A colleague upgraded the app with a newer version of this tool.'],
    check: ['`app version`, and `version` in `.svcapp/template.json`'],
    fix: ['`npm install -g svcapp`'],
  },
}
