import { readFileSync } from 'node:fs'

/** The id of a requirement, as in docs/requirements.md and in test titles. */
export const REQUIREMENT = /\b(?!UTF-|SHA-)(?:UX|[A-Z]{3})-\d+\b/g
const ROW = /^\| ((?:UX|[A-Z]{3})-\d+) \| (.+?) \|$/

export interface Row {
  id: string
  meaning: string
}

/** Returns the numbered rows of docs/requirements.md. */
export function readRows(): Row[] {
  const lines = readFileSync(new URL('../../docs/requirements.md', import.meta.url), 'utf8').split('\n')
  return lines.flatMap((line) => {
    const [, id, meaning] = ROW.exec(line) ?? []
    return id && meaning ? [{ id, meaning }] : []
  })
}
