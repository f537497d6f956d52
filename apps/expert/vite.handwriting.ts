import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const NAME = 'virtual:handwriting'
const RESOLVED = `\0${NAME}`
const FACE = 'ma-shan-zheng'

/** The name of a slice's file: `[5]` is a part of the Chinese characters, `latin` the Latin ones. */
const fileOf = (slice: string) => `${FACE}-${slice.replace(/[[\]]/g, '')}-400-normal.woff2`

/**
 * The slices of the handwriting face by their characters. A browser then loads the one or two that have those of a name:
 * the whole face is 6 MB.
 */
export const handwriting = (): Plugin => ({
  name: 'handwriting',
  resolveId: (id) => (id === NAME ? RESOLVED : undefined),
  load: {
    filter: { id: new RegExp(`^${RESOLVED}$`) },
    handler() {
      const folder = join(createRequire(import.meta.url).resolve(`@fontsource/${FACE}/package.json`), '..')
      const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>
      const slices = Object.entries(ranges)
      const imports = slices.map(
        ([slice], index) => `import a${index} from ${JSON.stringify(join(folder, 'files', fileOf(slice)))}`,
      )
      const list = slices.map(([, range], index) => `[${JSON.stringify(range)}, a${index}]`)
      return `${imports.join('\n')}\nexport const slices = [${list.join(', ')}]`
    },
  },
})
