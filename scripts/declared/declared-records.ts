import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AnyRecord } from '@consilium/contract/record.ts'

/** The sources in a folder of the portal. */
export const sourceOf = (root: string, folder: string): string =>
  globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root })
    .map((path) => readFileSync(join(root, path), 'utf8'))
    .join('\n')

/** The fields that bodies write and that no input of a form is named after. */
export const withoutPlace = ({ fields }: AnyRecord, source: string): string[] =>
  Object.keys(fields).filter((name) => {
    const isWritten = fields[name]?.create ?? fields[name]?.update
    return isWritten && !source.includes(`name="${name}"`)
  })
