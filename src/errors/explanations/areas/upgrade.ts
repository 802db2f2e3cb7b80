import type { Explained } from '../explanation.ts'

export const upgrade: Explained<'upgrade'> = {
  'upgrade.base-unknown': {
    causes: [
      'The folder .svcapp was deleted or damaged, or was never committed.',
      'The app was not created by `app init`.',
    ],
    check: ['`git log --oneline -- .svcapp`'],
    fix: [
      'Restore the folder from a commit that the check lists: `git checkout <commit> -- .svcapp`',
      'Or create the app again in another folder with the original version of svcapp, then use that folder: `app upgrade --base ../fresh-app`',
    ],
  },
  'upgrade.behind': {
    causes: ['This version of svcapp includes a newer template.'],
    check: ['`app upgrade --dry-run`'],
    fix: ['`app upgrade`'],
  },
  'upgrade.conflicts': {
    causes: [
      'You and the template changed the same lines.',
      'You changed a file that the template no longer has.',
      'One of your files imports a file that the template moved.',
      'You and the template gave a key of package.json different values.',
    ],
    check: ['Run `git diff` and search for <<<<<<< in the listed files.'],
    fix: [
      'Resolve the conflict markers, then run `npm install`, `npm test` and `app check`.',
      'To undo the upgrade: `git restore . && git clean -d --force`',
    ],
  },
  'upgrade.no-git': {
    causes: ['git is not in PATH.', 'The disk is full, or the temporary folder is not writable.'],
    fix: ['Install Git, which merges the files, or free some disk space.'],
  },
  'upgrade.not-committed': {
    causes: [
      'Files were changed or added since the last commit.',
      'The app is not in a Git repository.',
      'Only the repository configures a Git filter program, which an upgrade does not run.',
    ],
    check: ['`git status`', '`git config --show-origin --get-regexp "^filter"`'],
    fix: [
      'Commit the changes: `git add --all && git commit --message "Before the upgrade"`',
      'Or stash them: `git stash --include-untracked`',
      'If you trust the filter program, configure it for your user and remove it from the repository: `git config --unset <name>`',
    ],
  },
  'upgrade.tool-older': {
    causes: ['You or a colleague created or upgraded the app with a newer version of svcapp.'],
    check: ['Compare `app version` with `version` in `.svcapp/template.json`.'],
    fix: ['`npm install -g svcapp`'],
  },
}
