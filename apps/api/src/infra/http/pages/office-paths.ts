import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The build of the office writes it from its routes (`apps/office/vite.office-paths.ts`). */
const FILE = 'server/paths.json'
/** Stands before the name of a part that differs from record to record. */
const PLACE = '$'

type IsPage = (pathname: string) => boolean

/** As the router of the office reads an address: a slash at its end and capitals make no difference. */
const partsOf = (pathname: string): string[] => pathname.toLowerCase().split('/').filter(Boolean)

/** Tells the addresses of the office from others. `paths` are those of its router, such as `/projects/$projectId`. */
export function pageOfPaths(paths: readonly string[]): IsPage {
  const known = paths.map(partsOf)
  return (pathname) => {
    const asked = partsOf(pathname)
    return known.some(
      (parts) =>
        parts.length === asked.length &&
        parts.every((part, at) => part.startsWith(PLACE) || part === asked[at]),
    )
  }
}

/** The addresses of the office that was built into this folder; where the build does not say, it has every address. */
export function readOfficePaths(folder: string): IsPage {
  const file = join(folder, FILE)
  return existsSync(file) ? pageOfPaths(JSON.parse(readFileSync(file, 'utf8')) as string[]) : () => true
}
