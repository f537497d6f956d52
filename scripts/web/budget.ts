import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const KILOBYTE = 1024
const CULPRITS_SHOWN = 6

/** Vite's manifest: built files by source file, with their static and dynamic imports. */
export type Manifest = Record<string, { file: string; imports?: string[]; isEntry?: boolean }>

/** Maximum JavaScript (Brotli) that a page may need before it is shown. */
interface Budget {
  page: string
  /** Relative to the folder of the build; its files are beside it or beside its `.vite` folder. */
  manifest: string
  /** The sources of the pages that it applies to; without it, the entry itself. */
  pages?: RegExp
  /** Sources that the entry loads later, which are counted with it. */
  later?: RegExp
  maxKilobytes: number
}

const APP = '.vite/manifest.json'
/** All that signing may load, without what draws a document that is signed. */
const SIGNING =
  /(?:^src\/client\/(?:account|again|identity|inputs\/combobox|keep|live|signing\/\w+)|\/card-prefixes)\.ts$/
/** What every visitor of the login loads, and what it may load. */
const LOGIN = /^src\/client\/outside\/outside\.ts$/
const LOGIN_IN_ALL =
  /^src\/client\/outside\/|web-kit\/src\/login\/proof-of-work\.ts$|@simplewebauthn\/browser\//
/** What the page of account security loads. */
const SECURITY = /^src\/client\/(?:inputs\/code|security\/security)\.ts$/
/** What may be loaded of it once something is done. */
const SECURITY_IN_ALL =
  /^src\/client\/(?:again|keep|live|inputs\/code|security\/\w+)\.ts$|@simplewebauthn\/browser\//
const LISTS = /-(?:list|types|values|intents|log|projects)\.tsx$/
const BUDGETS: readonly Budget[] = [
  { page: 'public page', manifest: 'publicity/manifest.json', maxKilobytes: 60 },
  { page: 'page of an expert', manifest: 'expert/manifest.json', maxKilobytes: 12 },
  { page: 'signing, in all', manifest: 'expert/manifest.json', later: SIGNING, maxKilobytes: 60 },
  { page: 'login', manifest: 'expert/manifest.json', later: LOGIN, maxKilobytes: 12 },
  { page: 'login, in all', manifest: 'expert/manifest.json', later: LOGIN_IN_ALL, maxKilobytes: 20 },
  { page: 'account security', manifest: 'expert/manifest.json', later: SECURITY, maxKilobytes: 12 },
  {
    page: 'account security, in all',
    manifest: 'expert/manifest.json',
    later: SECURITY_IN_ALL,
    maxKilobytes: 24,
  },
  { page: 'list', manifest: APP, pages: LISTS, maxKilobytes: 220 },
  // No goal of its own, since forms and workspaces are opened from a list, whose scripts are loaded already.
  { page: 'further page', manifest: APP, pages: /^src\/features\//, maxKilobytes: 291 },
]

/** Returns all keys of the manifest that `keys` load statically. */
function closure(manifest: Manifest, keys: string[]): string[] {
  const found = new Set(keys)
  for (const key of found) for (const next of manifest[key]?.imports ?? []) found.add(next)
  return [...found]
}

function compressedSize(file: string): number {
  return statSync(existsSync(`${file}.br`) ? `${file}.br` : file).size
}

const kilobytes = (bytes: number) => `${(bytes / KILOBYTE).toFixed(1)} KB`

export interface PageSize {
  page: string
  bytes: number
  maxBytes: number
  /** Largest files first. */
  files: { file: string; bytes: number }[]
}

function measure(folder: string, manifest: Manifest, keys: string[], budget: Budget): PageSize {
  const names = new Set(closure(manifest, keys).map((key) => manifest[key]?.file ?? ''))
  const files = [...names]
    .filter((file) => file.endsWith('.js'))
    .map((file) => ({ file, bytes: compressedSize(join(folder, file)) }))
    .toSorted((a, b) => b.bytes - a.bytes)
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
  const page = budget.pages ? `${budget.page} ${keys.at(-1)}` : budget.page
  return { page, bytes, maxBytes: budget.maxKilobytes * KILOBYTE, files }
}

/** Returns the weight of every page of the build, heaviest first. */
export function measurePages(dist: string): PageSize[] {
  const counted = new Set<string>()
  return BUDGETS.flatMap((budget) => {
    const path = join(dist, budget.manifest)
    if (!existsSync(path)) return []
    const manifest = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    const folder = join(path, budget.manifest === APP ? '../..' : '..')
    const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry)
    const { later } = budget
    const found = Object.keys(manifest).filter((key) => later?.test(key))
    if (later && found.length === 0) throw new Error(`The build has nothing of: ${budget.page}`)
    if (!budget.pages) return [measure(folder, manifest, [...entries, ...found], budget)]
    const pages = Object.keys(manifest).filter((key) => budget.pages?.test(key) && !counted.has(key))
    // A page that is built into a file with others has no entry, so no budget would apply to it.
    if (pages.length === 0) throw new Error(`The build has no page of its own for: ${budget.page}`)
    for (const page of pages) counted.add(page)
    return pages
      .map((page) => measure(folder, manifest, [...entries, page], budget))
      .toSorted((a, b) => b.bytes - a.bytes)
  })
}

export const describeSize = ({ page, bytes, maxBytes }: PageSize): string =>
  `${kilobytes(bytes).padStart(9)} of ${kilobytes(maxBytes)}  ${page}`

/** Returns one text for each page that is too heavy, with its largest files. */
export const overweight = (pages: PageSize[]): string[] =>
  pages
    .filter(({ bytes, maxBytes }) => bytes > maxBytes)
    .map((page) => {
      const heaviest = page.files.slice(0, CULPRITS_SHOWN)
      const lines = heaviest.map(({ file, bytes }) => `${kilobytes(bytes).padStart(13)}  ${file}`)
      return [`${describeSize(page)} is too heavy; it loads`, ...lines].join('\n')
    })
