import { Group } from '@mantine/core'
import { IconArrowLeft, IconChevronRight } from '@tabler/icons-react'
import { menuFor } from '../lib/menu/menu.ts'
import { menuTexts } from '../lib/menu/menu-texts.ts'
import { useSession } from '../lib/session/session.ts'
import { useTexts } from '../lib/texts.ts'
import { asLeft } from '../lib/menu/visited.ts'
import { TextLink } from './links.tsx'
import { frameTexts } from './texts.ts'
import classes from './breadcrumbs.module.css'

export interface Crumb {
  label: string
  to: string
}

/** The entry of the menu that a page belongs to. */
function useEntry(to: string): Crumb | undefined {
  const titleOf = useTexts(menuTexts)
  const path = `/${to.split(/[/?]/)[1] ?? ''}`
  const entry = menuFor(useSession())
    .flatMap(({ entries }) => entries)
    .find((each) => each.to === path)
  return entry && { label: titleOf(entry.key), to: path }
}

/** The pages above this one; each link leads back with the filters and the page that were left there. */
export function Breadcrumbs({ backTo, trail }: { backTo: string; trail: readonly Crumb[] }) {
  const t = useTexts(frameTexts)
  const { userId } = useSession().user
  const entry = useEntry(backTo)
  const crumbs = [...(entry ? [entry] : []), ...trail]
  const shown = crumbs.length > 0 ? crumbs : [{ label: t('back'), to: backTo }]
  return (
    <nav aria-label={t('trail')} className={classes.trail}>
      {shown.map(({ label, to }, index) => (
        <Group key={to} gap={4} wrap="nowrap" className={classes.crumb}>
          {index === 0 ? <IconArrowLeft size={16} aria-hidden /> : <IconChevronRight size={14} aria-hidden />}
          <TextLink to={asLeft(userId, to)} size="sm" c="dimmed" className={classes.link}>
            <span className={classes.name}>{label}</span>
          </TextLink>
        </Group>
      ))}
    </nav>
  )
}
