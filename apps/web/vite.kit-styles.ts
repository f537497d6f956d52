import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const LIST = join(import.meta.dirname, 'src/app/kit.css')
const STYLES = join(import.meta.dirname, '../../node_modules/@mantine/core/styles')
const LISTED = /@mantine\/core\/styles\/([A-Z]\w*)\.css/g
/** Names the classes of a Mantine component; the build contains it if the component is used. */
const CLASSES = /@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/

const list = (names: Iterable<string>) => [...names].join(', ')

/**
 * Checks that the list of Mantine styles matches the components that the app uses; all styles would be twice as much.
 */
export const kitStyles = (): Plugin => ({
  name: 'kit-styles',
  apply: 'build',
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    const parts = modules.map((id) => CLASSES.exec(id)?.[1]).filter((part) => part !== undefined)
    const used = new Set(parts.filter((part) => existsSync(join(STYLES, `${part}.css`))))
    const listed = new Set([...readFileSync(LIST, 'utf8').matchAll(LISTED)].map(([, part]) => part!))
    const [missing, idle] = [used.difference(listed), listed.difference(used)]
    if (missing.size > 0) this.error(`src/app/kit.css lacks the styles of ${list(missing)}`)
    if (idle.size > 0) this.error(`src/app/kit.css has styles that nothing uses: ${list(idle)}`)
  },
})
