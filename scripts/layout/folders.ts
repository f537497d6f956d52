import { posix } from 'node:path'
import { FULL_FOLDERS, MAX_FILES_IN_FOLDER } from './house.ts'
import type { Rule } from './rule.ts'

/** A folder with more files is divided by what they are about. The first file beyond the limit is named. */
export const foldersFitAListing: Rule = {
  id: 'folders-fit-a-listing',
  find(sources) {
    const folders = Map.groupBy(
      sources.map(({ path }) => path),
      (path) => posix.dirname(path),
    )
    return [...folders]
      .filter(([folder, paths]) => paths.length > MAX_FILES_IN_FOLDER && !(folder in FULL_FOLDERS))
      .map(([folder, paths]) => ({
        path: paths.toSorted()[MAX_FILES_IN_FOLDER] ?? folder,
        line: 1,
        message: `${folder} has ${paths.length} files, more than ${MAX_FILES_IN_FOLDER}: divide it by what they are about`,
      }))
  },
}
