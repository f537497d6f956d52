// Prints the licence of every package, and fails if one is unknown or not allowed, or if the lock file allows a package
// without an integrity hash: npm run licences
import { isAllowed, licenceOf } from './dependencies/licences.ts'
import { readLock, withoutIntegrity } from './dependencies/lock.ts'

const packages = readLock()
const problems = withoutIntegrity(packages).map(({ path }) => `${path} has no integrity in package-lock.json`)
const groups = Map.groupBy(packages, (entry) => licenceOf(entry, packages) ?? 'unknown')
for (const [licence, entries] of [...groups].toSorted(([a], [b]) => a.localeCompare(b))) {
  console.log(`${licence} (${entries.length})`)
  for (const { name, version } of entries) console.log(`  ${name} ${version}`)
  if (!isAllowed(licence))
    problems.push(...entries.map(({ name }) => `${name}: its licence, ${licence}, is not on the list`))
}
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
