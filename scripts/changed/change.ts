import { execFileSync } from 'node:child_process'

const git = (...args: string[]) =>
  execFileSync('git', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
const lines = (text: string) => text.split('\n').filter((line) => line !== '')

/** Where a change begins unless the caller says otherwise: the first of these that the repository has. */
const BASES = ['origin/main', 'main']

const isKnown = (ref: string): boolean => {
  try {
    git('rev-parse', '--verify', '--quiet', `${ref}^{commit}`)
    return true
  } catch {
    return false
  }
}

/** The paths of what is not committed and of all commits since the branch left `base`, those deleted included. */
export function readChange(base?: string): string[] {
  const from = [...(base === undefined ? BASES : [base])].find(isKnown)
  if (from === undefined)
    throw new Error(`git knows no commit ${base ?? BASES.join(' or ')}: --base names one`)
  const start = git('merge-base', from, 'HEAD').trim()
  const tracked = lines(git('diff', '--name-only', '--no-renames', start))
  const fresh = lines(git('ls-files', '--others', '--exclude-standard'))
  return [...new Set([...tracked, ...fresh])].toSorted()
}
