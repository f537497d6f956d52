import type { NeedKind } from '@consilium/contract/overviews/overviews.ts'
import { Group } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { overviewRoutes } from '@consilium/contract/overviews/overviews.ts'
import { LinkButton } from '../../components/links.tsx'
import { call } from '../../lib/requests/api.ts'
import { useTexts } from '../../lib/texts.ts'
import { addressOf } from './need-kinds.ts'
import { needsTexts } from './needs-texts.ts'
import classes from './needs.module.css'

const ICON = 16

/** The way from one task to the next of its kind, on the page where it is done. */
export default function NeedsBar({ kind, id }: { kind: NeedKind; id: number }) {
  const t = useTexts(needsTexts)
  const { data } = useQuery({
    queryKey: [overviewRoutes.beside.path, kind, id],
    queryFn: ({ signal }) => call(overviewRoutes.beside, { query: { kind, id }, signal }),
    placeholderData: keepPreviousData,
  })
  if (!(kind in needsTexts.pairs)) return null
  const { previous = null, next = null, count = 0, isExact = true, isWaiting = true } = data ?? {}
  const left = isExact ? t('left', { count }) : t('leftAtLeast', { total: String(count) })
  const said = !data ? '' : count === 0 ? t('allDone') : isWaiting ? left : `${t('done')} · ${left}`
  return (
    <nav className={classes.bar} aria-label={t('needs')}>
      <span role="status">
        <strong>{t(kind)}</strong> · {said}
      </span>
      <Group gap="xs">
        {previous && (
          <LinkButton
            to={addressOf(kind, previous)}
            variant="default"
            leftSection={<IconArrowLeft size={ICON} aria-hidden />}
            aria-label={`${t('previous')} · ${previous.title}`}
          >
            {t('previous')}
          </LinkButton>
        )}
        {next && (
          <LinkButton
            to={addressOf(kind, next)}
            variant="default"
            rightSection={<IconArrowRight size={ICON} aria-hidden />}
            aria-label={`${t('next')} · ${next.title}`}
          >
            {t('next')}
          </LinkButton>
        )}
        {data && !next && !previous && (
          <LinkButton to="/" variant="default">
            {t('toHome')}
          </LinkButton>
        )}
      </Group>
    </nav>
  )
}
