import { isTest } from './house.ts'
import { type Rule, importRule } from './rule.ts'
import type { Import, Source } from './source.ts'

const APP = /^apps\/([^/]+)\//
/** Parts of an app that its package.json exports to tests of other apps: test harness and sample files. */
const FOR_TESTS = /^@consilium\/[^/]+\/(?:test|synth)\//

const appOf = (path: string): string | undefined => APP.exec(path)?.[1]

/** Generators of test files are only run by tests and commands. */
const isForTests = (path: string): boolean => isTest(path) || path.includes('/synth/')

function judge({ target, spec }: Import, { path }: Source): string | undefined {
  const [from, to] = [appOf(path), appOf(target)]
  if (to === undefined || to === from) return undefined
  if (from !== undefined && isForTests(path) && FOR_TESTS.test(spec)) return undefined
  return from === undefined
    ? `${spec}: a package stands below the apps`
    : `${spec}: apps/${from} and apps/${to} are packaged alone; a test may import what @consilium/${to} exports`
}

/** Each app can be packaged without the others, and packages without any app. Commands, e2e and bench may use both. */
export const appsStandAlone: Rule = importRule(
  'apps-stand-alone',
  (path) => /^(?:apps|packages)\//.test(path),
  judge,
)
