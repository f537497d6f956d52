import { join } from 'node:path'
import type { Plugin } from 'vite'

const NAME = 'virtual:kit-variables.css'
const RESOLVED = join(import.meta.dirname, 'src/app/virtual-kit-variables.css')
/** Both would write styles anew in every browser: the variables, and the classes of `hiddenFrom` and `visibleFrom`. */
const GENERATOR = /@mantine\/core\/esm\/.*\/(MantineCssVariables|MantineClasses)\.mjs$/
const NEEDS_CLASSES = /\b(?:hiddenFrom|visibleFrom)=/

/** The variables of our theme that differ from those of the kit's own styles. */
async function variables(): Promise<string> {
  const kit = await import('@mantine/core')
  const { cssVariables, theme } = await import('./src/app/theme.ts')
  const whole = kit.mergeMantineTheme(kit.DEFAULT_THEME, theme)
  const [usual, ours, ruled] = [
    kit.defaultCssVariablesResolver(kit.DEFAULT_THEME),
    kit.defaultCssVariablesResolver(whole),
    cssVariables(whole),
  ]
  const changed = (part: 'variables' | 'light' | 'dark') => {
    const all = Object.entries({ ...ours[part], ...ruled[part] })
    return Object.fromEntries(all.filter(([name, value]) => usual[part][name] !== value))
  }
  return kit.convertCssVariables(
    { variables: changed('variables'), light: changed('light'), dark: changed('dark') },
    ':root',
  )
}

/**
 * Writes the colours and sizes of our theme into the app's styles. The kit would derive them in the browser, at the cost of
 * its code, of a phone's time and of a second calculation of all styles.
 */
export const kitVariables = (): Plugin => ({
  name: 'kit-variables',
  enforce: 'pre',
  resolveId: (id) => (id === NAME ? RESOLVED : undefined),
  load: {
    filter: { id: [RESOLVED, GENERATOR] },
    handler: async (id) => {
      if (id === RESOLVED) return variables()
      return `export const ${GENERATOR.exec(id)?.[1]} = () => null`
    },
  },
  transform: {
    filter: { id: /\/src\/.*\.tsx$/, code: NEEDS_CLASSES },
    handler(_code, id) {
      this.error(
        `${id}: the app lacks the classes of hiddenFrom and visibleFrom; use a media query of its styles`,
      )
    },
  },
})
